import * as l10n from '@vscode/l10n';
import type { ColumnChoice, ExportFormat, ToHost } from '../../protocol/grid.ts';
import { exportText } from './export-text.ts';
import type { Results } from './results.ts';

/** What is put into files. */
export interface ExporterHost {
  readonly results: () => Results;
  /** All columns, hidden ones too. */
  readonly columns: () => readonly ColumnChoice[];
  readonly post: (message: ToHost) => void;
  readonly say: (text: string) => void;
}

/** Puts the rows that are loaded into a file: the extension asks where, then for the text part by part. */
export interface Exporter {
  readonly begin: (format: ExportFormat) => void;
  readonly partFrom: (row: number) => void;
  readonly end: () => void;
}

export function createExporter({ results, columns, post, say }: ExporterHost): Exporter {
  let part: ReturnType<typeof exportText> | undefined;
  return {
    begin: (format) => {
      if (part !== undefined) {
        say(l10n.t('Another export is being written. Wait for it, or cancel it.'));
        return;
      }
      const { entities, before, more } = results();
      if (entities.length === 0) {
        say(l10n.t('There are no loaded rows to export.'));
        return;
      }
      // as they are now: another query may take their place before the file is written
      const rows = [...entities];
      const names = columns().map(({ name }) => name);
      part = exportText(format, rows, names);
      post({ kind: 'export', format, rows: rows.length, more: more || before > 0 });
    },
    partFrom: (row) => {
      if (part !== undefined) post({ kind: 'exported', ...part(row) });
    },
    end: () => {
      part = undefined;
    },
  };
}
