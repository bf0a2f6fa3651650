/** Shows how a table is designed, and could be; code lenses give it a document's URI and a position in it. */
export const DESIGN_COMMAND = 'partitionLens.tableDesign';
