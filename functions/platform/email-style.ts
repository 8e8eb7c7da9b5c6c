import { escapeHtml } from '../../src/domain/escape-html.ts'

/** Colours and typefaces of every email: those of styles/tokens.css, without custom properties or fonts to load. */

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
  /** The bar has the same colours in both themes. */
  bar: { paper: '#0c0a08', ink: '#f7f2e8' },
} as const

export const emailFonts = {
  serif: "Georgia,'Times New Roman',serif",
  sans: 'Helvetica,Arial,sans-serif',
} as const

/** Inboxes show as much as fits beside the subject: without a filler, also what follows the preheader. */
const preheaderFiller = '&#847;&zwnj;&nbsp;'.repeat(60)

/** The text that inboxes show beside the subject, at the beginning of the body. The email itself doesn't show it. */
export const renderPreheader = (text: string) =>
  `<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(text)}${preheaderFiller}</div>`
