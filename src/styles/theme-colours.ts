/** Colours of tokens.css for browser bars and app icons. tokens.test.ts keeps both equal. */
export const themeColours = {
  bar: '#0c0a08',
  'bar-ink': '#f7f2e8',
  paper: '#fffdf8',
} as const
