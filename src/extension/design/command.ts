/** Shows how a table is designed, and could be; code lenses give it a document's URI and a position in it. */
export const DESIGN_COMMAND = 'partitionLens.tableDesign';

/** Writes a pattern of the design guide at an operation, after it has asked and shown what that costs. */
export const APPLY_COMMAND = 'partitionLens.applyPattern';
