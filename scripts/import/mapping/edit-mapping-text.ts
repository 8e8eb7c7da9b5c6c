/** Edits the mapping file as text, so that everything else in it stays as the editor wrote it. */
import {
  isMap,
  isScalar,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  stringify,
  type YAMLMap,
} from 'yaml'

export type MappingEntry = {
  readonly key: string
  readonly value: unknown
  /** Formats a comment of one line. */
  readonly comment: string
}

/** `^` isn't used, because it also matches after U+2028 within a name. */
const indent = (text: string) => text.replace(/(^|\n)(?=[^\n])/g, '$1  ')

function formatEntry({ key, value, comment }: MappingEntry): string {
  const text = stringify({ [key]: value }, { lineWidth: 0, nullStr: '' }).trimEnd()
  const line = `# ${comment}`
  return indent(typeof value === 'object' ? `${line}\n${text}` : `${text} ${line}`)
}

/** Adds a section's missing entries at its end. */
export function addEntries(
  source: string,
  section: string,
  entries: readonly MappingEntry[],
): string {
  const document = parseDocument(source)
  const map = document.get(section, true)
  const additions = entries.filter(
    ({ key }) => key !== '__proto__' && !(isMap(map) && map.has(key)),
  )
  if (additions.length === 0) return source
  const block = `\n${additions.map(formatEntry).join('\n')}`
  if (isMap(map) && map.flow) {
    const end = map.range![1] - 1
    if (map.items.length === 0)
      return source.slice(0, map.range![0]) + block + source.slice(end + 1)
    const pairs = additions.map(
      ({ key, value }) => `, ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
    )
    return source.slice(0, end) + pairs.join('') + source.slice(end)
  }
  const pair = findPair(source, section)
  if (!pair) return `${source.trimEnd()}\n\n${section}:${block}\n`
  const at = findLineEnd(source, findEnd(isMap(map) && map.items.length > 0 ? map : pair.key))
  return source.slice(0, at) + block + source.slice(at)
}

/** Sets an empty value. Adds `section`, which contains the key, if the file lacks it. */
export function fillValue(
  source: string,
  key: string,
  value: string,
  { comment = '', section = `${key}:\n` }: { comment?: string; section?: string } = {},
): string {
  const pair = findPair(source, key)
  if (!pair) {
    const text = `${source.trimEnd()}\n\n${section}`
    return fillValue(text, key, value, { comment })
  }
  const isEmpty = pair.value === null || (isScalar(pair.value) && pair.value.value === null)
  if (!isEmpty) return source
  const start = findEnd(pair.key)
  const line = `: ${stringify(value).trimEnd()}${comment ? ` # ${comment}` : ''}`
  return source.slice(0, start) + line + source.slice(findLineEnd(source, start))
}

/** Replaces the comment that an earlier plan has written above a key. `heading` identifies it. */
export function replaceComment(
  source: string,
  key: string,
  heading: string,
  lines: readonly string[],
): string {
  const kept: string[] = []
  let isInside = false
  for (const line of source.split('\n')) {
    isInside = line === `# ${heading}` || (isInside && line.startsWith('#   '))
    if (!isInside) kept.push(line)
  }
  const at = kept.findIndex((line) => line.startsWith(`${key}:`))
  if (at < 0 || lines.length === 0) return kept.join('\n')
  const comment = [`# ${heading}`, ...lines.map((line) => `#   ${line}`)]
  return [...kept.slice(0, at), ...comment, ...kept.slice(at)].join('\n')
}

function findPair(source: string, key: string) {
  const { contents } = parseDocument(source)
  return (contents as YAMLMap<Scalar>).items.find((pair) => pair.key.value === key)
}

/** Returns the end of a node's last word, before spaces and comments. */
function findEnd(node: unknown): number {
  if (isMap(node) && node.items.length > 0) {
    const { key, value } = node.items.at(-1)! as Pair<Node, Node | null>
    return Math.max(findEnd(key), value ? findEnd(value) : 0)
  }
  return (node as Node).range?.[1] ?? 0
}

const findLineEnd = (source: string, from: number) => {
  const end = source.indexOf('\n', from)
  return end < 0 ? source.length : end
}
