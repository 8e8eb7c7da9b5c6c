/** Adds inline styles for emails to our Markdown renderer's HTML (src/content/markdown.ts). */

import { emailColours, emailFonts } from '../../../functions/platform/email-style.ts'
import type { Direction } from '../../../src/domain/writing-system.ts'

const { light } = emailColours
const { serif, sans } = emailFonts

/** Nastaliq, which some systems have for Urdu, needs taller lines. */
export const rightToLeftLeading = 1.9

const createTagStyles = (direction: Direction): Readonly<Record<string, string>> => {
  const { start } = getSides(direction)
  const isMirrored = direction === 'rtl'
  const leading = (usual: number) => (isMirrored ? rightToLeftLeading : usual)
  const cellPadding = isMirrored ? '7px 0 7px 10px' : '7px 10px 7px 0'
  return {
    p: `margin:0 0 16px;font:18px/${leading(1.55)} ${serif}`,
    h2: `margin:0 0 14px;font:normal 26px/${leading(1.2)} ${serif}`,
    h3: `margin:24px 0 10px;font:normal 21px/${leading(1.25)} ${serif}`,
    h4: `margin:20px 0 8px;font:bold 18px/${leading(1.3)} ${serif}`,
    ul: `margin:0 0 16px;padding:0;padding-${start}:22px`,
    ol: `margin:0 0 16px;padding:0;padding-${start}:22px`,
    li: `margin:0 0 6px;font:18px/${leading(1.55)} ${serif}`,
    blockquote: `margin:20px 0;padding:0;padding-${start}:18px;border-${start}:4px solid;font-style:italic`,
    hr: `margin:28px 0;border:0;border-top:1px solid ${light.hairline}`,
    table: 'width:100%;margin:0 0 16px;border-collapse:collapse',
    th: `padding:${cellPadding};border-bottom:1px solid ${light.hairline};font:bold 15px/${leading(1.4)} ${sans};text-align:${start}`,
    td: `padding:${cellPadding};border-bottom:1px solid ${light.hairline};font:15px/${leading(1.4)} ${sans}`,
    figure: 'margin:0 0 18px',
    img: 'display:block;max-width:100%;height:auto;border:0',
    figcaption: `margin:6px 0 0;font:14px/${leading(1.45)} ${sans}`,
    a: `color:${light.ink};text-decoration:underline`,
  }
}

export const getSides = (direction: Direction) =>
  direction === 'rtl'
    ? ({ start: 'right', end: 'left' } as const)
    : ({ start: 'left', end: 'right' } as const)

const tagStyles = { ltr: createTagStyles('ltr'), rtl: createTagStyles('rtl') } as const

const emptyElements = new Set(['br', 'hr', 'img'])

/** An element's direction is its own `dir`, or else that of its nearest ancestor with one. */
export function addInlineStyles(html: string, direction: Direction): string {
  const directions: Direction[] = [direction]
  return html.replace(
    /<(\/?)([a-z][a-z\d]*)(?![a-z\d])([^<>]*)>/g,
    (tag, slash: string, name: string, attributes: string) => {
      if (slash) {
        directions.pop()
        return tag
      }
      const around = directions.at(-1) ?? direction
      const [, named] = / dir="(rtl|ltr)"/.exec(attributes) ?? []
      const own = named === 'rtl' || named === 'ltr' ? named : around
      if (!emptyElements.has(name)) directions.push(own)
      // A cell is aligned with its column, whatever its own direction.
      const side = name === 'th' || name === 'td' ? around : own
      const style = tagStyles[side][name]
      if (style === undefined || / style=/.test(attributes)) return tag
      const alignment = side === around ? '' : `;text-align:${getSides(own).start}`
      return `<${name} style="${style}${alignment}"${attributes}>`
    },
  )
}
