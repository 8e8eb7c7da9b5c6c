/** Parses a manuscript’s front matter, even if a value lacks quotation marks. The Worker never loads this file. */
import { type Document, LineCounter, parseDocument, type ScalarTag, type YAMLError } from 'yaml'
import { site } from '../../publication/identity.ts'
import { formatLocalTime, parseLocalTime, parseTime } from './local-time.ts'
import type { TextEdit } from './problem.ts'

/** A day and a time without a time zone, which another field may name. */
export class LocalTime {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Days stay text, which no field accepts. */
const createInstantTag = (timeZone: string): ScalarTag => ({
  identify: (value) => value instanceof Date,
  default: true,
  tag: 'tag:yaml.org,2002:timestamp',
  test: /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?:[:.\d]*|[:.\d]* ?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)|[:.\d]* [A-Z][A-Za-z]*(?:\/[\w+-]+)+)$/,
  resolve(text, onError) {
    if (parseLocalTime(text, 'UTC')?.ok) return new LocalTime(text)
    const time = parseTime(text, { now: new Date(0), timeZone })
    if (time.ok) return time.value
    onError(`${text} ${time.failure}`)
    return new Date(0)
  },
  stringify: ({ value }) => formatLocalTime(value as Date, timeZone),
})

/** Instants are written in this time zone. */
export const createYamlOptions = (timeZone: string) => ({
  customTags: [createInstantTag(timeZone)],
  prettyErrors: false,
})

const yamlOptions = createYamlOptions(site.timeZone)

/** Lines, columns and offsets are relative to the front matter. */
type FrontMatterProblem = {
  readonly line: number
  readonly column: number
  readonly message: string
  readonly edit?: TextEdit
}

type FrontMatter = {
  readonly document: Document.Parsed
  readonly lineCounter: LineCounter
  readonly problems: readonly FrontMatterProblem[]
  readonly isReadable: boolean
  /** Whether the document’s offsets are valid for the front matter as written. */
  readonly isUnchanged: boolean
}

export function parseFrontMatter(yaml: string): FrontMatter {
  const { source, problems } = quoteValues(yaml)
  const lineCounter = new LineCounter()
  const document = parseDocument(source, { ...yamlOptions, lineCounter })
  const errors = [...document.errors, ...document.warnings]
  const others = errors.map((error) => {
    const { line, col } = lineCounter.linePos(error.pos[0])
    return { line, column: col, message: describeError(error) }
  })
  const isReadable = errors.every(
    ({ code }) => code === 'DUPLICATE_KEY' || code === 'TAG_RESOLVE_FAILED',
  )
  // Only the first error is reported, because the others are its consequences.
  return {
    document,
    lineCounter,
    problems: [...problems, ...(isReadable ? others : others.slice(0, 1))],
    isReadable,
    isUnchanged: source === yaml,
  }
}

/** A value that begins with one of YAML’s signs is lost, or causes an error of its own kind. */
const signPattern = /^[*&!][^[\]{}]*$/

const leaveOutComment = (value: string): string =>
  /^["']/.test(value) ? value : value.split(/[ \t]#/, 1)[0]!.trimEnd()

const linePattern = /^((?:[ \t]*- )?[ \t]*([\w-]+):[ \t]+)([^\s#].*)$/

const countErrors = (yaml: string) => parseDocument(yaml, yamlOptions).errors.length

/** The maximum number of lines to try, because each takes time. */
const maxLines = 200

/**
 * Puts quotation marks around values that can't be read without them, such as a title with a colon, if that leaves fewer
 * errors or the value begins with one of YAML's signs (`signPattern`). Lines keep their numbers.
 */
function quoteValues(yaml: string) {
  const problems: FrontMatterProblem[] = []
  let [source, errors] = [yaml, countErrors(yaml)]
  let start = 0
  for (const [index, line] of yaml.split('\n', maxLines).entries()) {
    const at = start
    start += line.length + 1
    const [, name, field, rest = ''] = linePattern.exec(line.trimEnd()) ?? []
    const value = leaveOutComment(rest)
    // Indented lines may be part of a longer text.
    const isSign = signPattern.test(value) && !/^\s/.test(line)
    if (name === undefined) continue
    if (!isSign && (errors === 0 || countErrors(line.trim()) === 0)) continue
    const quoted = quote(value)
    const from = at + name.length
    const shift = source.length - yaml.length
    const edited =
      source.slice(0, from + shift) + quoted + source.slice(from + shift + value.length)
    const remaining = countErrors(edited)
    if (remaining >= errors && !isSign) continue
    ;[source, errors] = [edited, remaining]
    const message = `put the ${field} in quotation marks: ${field}: ${quoted}`
    problems.push({
      line: index + 1,
      column: name.length + 1,
      message,
      edit: { from, to: from + value.length, insert: quoted },
    })
  }
  return { source, problems }
}

/** Existing quotation marks belong to the value unless they surround it. */
function quote(value: string): string {
  const [, mark, inner] = /^(["'])(.*)\1$/.exec(value) ?? []
  if (mark !== undefined && inner !== undefined && !inner.includes(mark === '"' ? '"' : '\0'))
    return JSON.stringify(inner)
  return JSON.stringify(/^"[^"]*$/.test(value) ? value.slice(1) : value)
}

function describeError({ code, message }: YAMLError): string {
  switch (code) {
    case 'DUPLICATE_KEY':
      return 'is written twice: remove one of them'
    case 'TAB_AS_INDENT':
      return 'begins with a tab: use two spaces'
    case 'TAG_RESOLVE_FAILED':
      return message
    default:
      return 'can’t be read: each line must be “name: value”, and a value with other characters needs quotation marks'
  }
}
