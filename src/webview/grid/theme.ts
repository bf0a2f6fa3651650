import { createTheme, iconOverrides } from 'ag-grid-community';

/** The editor's own colours and fonts, whichever theme it has; borders are those that high contrast needs. */
export const editorTheme = createTheme()
  .withPart(
    // characters of the editor's font: an image would need a source in the page's policy
    iconOverrides({ type: 'font', family: 'inherit', icons: { asc: '↑', desc: '↓', none: '↕' } }),
  )
  .withParams({
    backgroundColor: 'var(--vscode-editor-background)',
    foregroundColor: 'var(--vscode-editor-foreground)',
    accentColor: 'var(--vscode-focusBorder)',
    borderColor: 'var(--vscode-contrastBorder, var(--vscode-panel-border, rgba(128, 128, 128, 0.35)))',
    wrapperBorder: false,
    wrapperBorderRadius: 0,
    borderRadius: 0,
    columnBorder: true,
    headerBackgroundColor: 'var(--vscode-editorGroupHeader-tabsBackground, var(--vscode-editor-background))',
    headerTextColor: 'var(--vscode-foreground)',
    headerFontWeight: 600,
    rowHoverColor: 'var(--vscode-list-hoverBackground, transparent)',
    selectedRowBackgroundColor:
      'var(--selected-row, var(--vscode-list-inactiveSelectionBackground, transparent))',
    rangeSelectionBorderColor: 'var(--vscode-focusBorder)',
    fontFamily: 'var(--vscode-font-family)',
    fontSize: 'var(--vscode-font-size)',
    headerFontSize: 'var(--vscode-font-size)',
    headerHeight: '28px',
    cellHorizontalPadding: '8px',
    spacing: '4px',
  });
