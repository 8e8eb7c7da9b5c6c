import { escapeHtml } from '../../src/domain/escape-html.ts'

/**
 * The colours and typefaces of every email. They match styles/tokens.css, but without custom properties or web fonts.
 */

export const emailColours = {
  light: {
    paper: '#fffdf8',
    ink: '#16130f',
    quiet: '#5a5248',
    hairline: '#ddd6c8',
    copper: '#96501f',
  },
  dark: {
    paper: '#141210',
    ink: '#efeae1',
    quiet: '#b5ada0',
    hairline: '#3a352e',
    copper: '#e2a06c',
  },
  /** The bar's colours are the same in both themes. */
  bar: { paper: '#0c0a08', ink: '#f7f2e8' },
} as const

export const emailFonts = {
  serif: "Georgia,'Times New Roman',serif",
  sans: 'Helvetica,Arial,sans-serif',
} as const

/**
 * Inboxes show as much text as fits beside the subject. Without a filler, they'd continue with the text after the
 * preheader.
 */
const preheaderFiller = '&#847;&zwnj;&nbsp;'.repeat(60)

/**
 * Renders the text that inboxes show beside the subject. It's at the beginning of the body, but hidden in the email
 * itself.
 */
export const renderPreheader = (text: string) =>
  `<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(text)}${preheaderFiller}</div>`
