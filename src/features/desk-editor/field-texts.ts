/** Converts fields to text that can be typed, and back. Text that can't be parsed stays, and the checks report it. */
import type { DraftContent } from '../../contracts/endpoints/document-endpoints.ts'
import { formatLocalTime, parseLocalTime } from './local-time.ts'

export type FieldKind = 'line' | 'day' | 'number' | 'instant' | 'story' | 'stories' | 'programme'

type Field = DraftContent['fields'][string]
type Group = { readonly [name: string]: unknown }

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

function joinParts(parts: readonly unknown[]): string {
  const texts = parts.map(toText)
  while (texts.at(-1) === '') texts.pop()
  return texts.join(' | ')
}

const splitParts = (line: string) => line.split('|').map((part) => part.trim())

const listLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

function parseStory(line: string): Group {
  const [slug = '', ...words] = splitParts(line)
  const text = words.join(' | ')
  return text === '' ? { slug } : { slug, line: text }
}

function parseItem(line: string): Group {
  const [at = '', title = '', ...people] = splitParts(line)
  return { at, title, people: people.join(' | ') }
}

const formatStory = (value: unknown) => (isGroup(value) ? joinParts([value.slug, value.line]) : '')

const formatItem = (value: unknown) =>
  isGroup(value) ? joinParts([value.at, value.title, value.people]) : ''

/** `timeZone` is the time zone in which instants are typed. */
export function formatField(kind: FieldKind, value: Field | undefined, timeZone: string): string {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  switch (kind) {
    case 'line':
    case 'day':
    case 'number':
      return toText(value)
    case 'instant':
      return formatLocalTime(toText(value), timeZone)
    case 'story':
      return formatStory(value)
    case 'stories':
      return list.map(formatStory).join('\n')
    case 'programme':
      return list.map(formatItem).join('\n')
  }
}

/** Returns undefined for an empty field. */
export function parseField(kind: FieldKind, text: string, timeZone: string): Field | undefined {
  const isEmpty = text.trim() === ''
  switch (kind) {
    case 'line':
    case 'day':
      return isEmpty ? undefined : text
    case 'number':
      return isEmpty ? undefined : Number.isFinite(Number(text)) ? Number(text) : text
    case 'instant':
      return parseLocalTime(text, timeZone)?.toISOString()
    case 'story':
      return isEmpty ? undefined : parseStory(text)
    case 'stories':
      return listLines(text).map(parseStory)
    case 'programme':
      return listLines(text).map(parseItem)
  }
}
