/**
 * Colours of tokens.css for what cannot read style sheets: a browser's own bars, the icons of an
 * installed site. tokens.test.ts holds the two together.
 */
export const themeColours = {
  /** The black of the bars, in both schemes. */
  bar: '#0c0a08',
  'bar-ink': '#f7f2e8',
  /** In the light. */
  paper: '#fffdf8',
} as const
