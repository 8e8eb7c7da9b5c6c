import { formatNote } from '../../items/note.ts'
import { type HtmlSource, htmlToMarkdown } from '../html-to-markdown.ts'
import { renderSafely } from './rendered-body.ts'

const old = { site: 'https://old.example', address: 'https://old.example/2020/a-post/' } as const

export function convert(html: string, source: Partial<HtmlSource> = {}) {
  const converted = htmlToMarkdown(html, { dialect: 'plain', ...old, ...source })
  if (!converted.ok) throw new Error(converted.failure)
  const { body, notes } = converted.value
  renderSafely(body)
  return { body, notes: notes.map(formatNote) }
}

export type Case = [title: string, html: string, body: string, notes?: readonly string[]]
