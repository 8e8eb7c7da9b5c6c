/** Removes elements that the page hides, with the Markdown and the code in them. */
import MarkdownIt from 'markdown-it'
import type { LossReport } from '../../html-to-markdown/conversion-losses.ts'
import { hidingStyle, noteHidden } from '../../html-to-markdown/hidden-elements.ts'
import { toSingleLine } from '../../items/single-line.ts'
import { parseTagAttributes } from './inline-html.ts'
import { transformOutsideCode } from './transform-outside-code.ts'

/** A character that replaces each `<` outside code. No source contains it (placeholders.ts). */
const mark = '\uE003'
const tagOrComment = new RegExp(`${mark}(!--|/?[a-z][\\w-]*)([^<>${mark}]{0,2000}>)?`, 'gi')
const voidTags = new Set('area br col embed hr img input link meta source track wbr'.split(' '))

const parser = MarkdownIt({ html: true })

export function removeHiddenHtml(markdown: string, losses: LossReport): string {
  if (!/hidden|display|<template/i.test(markdown)) return markdown
  const text = markTags(markdown)
  const kept: string[] = []
  let at = 0
  const cut = (from: number, to: number) => {
    kept.push(text.slice(at, from))
    noteHidden(toSingleLine(text.slice(from, to).replace(tagOrComment, '')), losses)
    at = to
  }
  let hidden: { readonly name: string; readonly start: number; depth: number } | null = null
  const tags = new RegExp(tagOrComment)
  for (let found = tags.exec(text); found; found = tags.exec(text)) {
    const [source, tag = '', rest = ''] = found
    const name = tag.replace('/', '').toLowerCase()
    if (tag === '!--') {
      const end = text.indexOf('-->', found.index)
      if (end < 0) break
      tags.lastIndex = end
    } else if (hidden) {
      if (name === hidden.name) hidden.depth += tag.startsWith('/') ? -1 : 1
      if (hidden.depth === 0) {
        cut(hidden.start, found.index + source.length)
        hidden = null
      }
    } else if (!tag.startsWith('/') && isHiding(name, rest)) {
      if (voidTags.has(name) || rest.endsWith('/>')) cut(found.index, found.index + source.length)
      else hidden = { name, start: found.index, depth: 1 }
    }
  }
  // Browsers hide everything after the start tag of most hidden elements that aren't closed.
  if (hidden) cut(hidden.start, text.length)
  return [...kept, text.slice(at)].join('').replaceAll(mark, '<')
}

function isHiding(name: string, rest: string): boolean {
  if (name === 'template') return true
  if (!/hidden|display/i.test(rest)) return false
  const { hidden, style = '' } = parseTagAttributes(`<${name}${rest}`)
  return hidden !== undefined || hidingStyle.test(style)
}

function markTags(markdown: string): string {
  const codeLines = new Set<number>()
  for (const { type, map } of parser.parse(markdown, {})) {
    if (type !== 'code_block' || !map) continue
    for (let line = map[0]; line < map[1]; line++) codeLines.add(line)
  }
  return transformOutsideCode(markdown, (text) => text.replaceAll('<', mark))
    .split('\n')
    .map((line, index) => (codeLines.has(index) ? line.replaceAll(mark, '<') : line))
    .join('\n')
}
