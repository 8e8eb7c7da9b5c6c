/** Adds inline styles to HTML of our own Markdown renderer (src/content/markdown.ts) for emails. */

import { emailColours, emailFonts } from '../../../functions/platform/email-style.ts'
import type { Direction } from '../../../src/domain/writing-system.ts'

const { light } = emailColours
const { serif, sans } = emailFonts

const tagStyles = (start: 'left' | 'right'): Readonly<Record<string, string>> => ({
  p: `margin:0 0 16px;font:18px/1.55 ${serif}`,
  h2: `margin:0 0 14px;font:normal 26px/1.2 ${serif}`,
  h3: `margin:24px 0 10px;font:normal 21px/1.25 ${serif}`,
  h4: `margin:20px 0 8px;font:bold 18px/1.3 ${serif}`,
  ul: `margin:0 0 16px;padding:0;padding-${start}:22px`,
  ol: `margin:0 0 16px;padding:0;padding-${start}:22px`,
  li: `margin:0 0 6px;font:18px/1.55 ${serif}`,
  blockquote: `margin:20px 0;padding:0;padding-${start}:18px;border-${start}:4px solid;font-style:italic`,
  hr: `margin:28px 0;border:0;border-top:1px solid ${light.hairline}`,
  table: 'width:100%;margin:0 0 16px;border-collapse:collapse',
  th: `padding:7px 10px 7px 0;border-bottom:1px solid ${light.hairline};font:bold 15px/1.4 ${sans};text-align:${start}`,
  td: `padding:7px 10px 7px 0;border-bottom:1px solid ${light.hairline};font:15px/1.4 ${sans}`,
  figure: 'margin:0 0 18px',
  img: 'display:block;max-width:100%;height:auto;border:0',
  figcaption: `margin:6px 0 0;font:14px/1.45 ${sans}`,
  a: `color:${light.ink};text-decoration:underline`,
})

export const getSides = (direction: Direction) =>
  direction === 'rtl'
    ? ({ start: 'right', end: 'left' } as const)
    : ({ start: 'left', end: 'right' } as const)

const openingTag = new RegExp(
  `<(${Object.keys(tagStyles('left')).join('|')})(?=[ >])(?![^<>]* style=)`,
  'g',
)

export function addInlineStyles(html: string, direction: Direction): string {
  const styles = tagStyles(getSides(direction).start)
  return html.replace(openingTag, (tag, name: string) => `${tag} style="${styles[name]}"`)
}
