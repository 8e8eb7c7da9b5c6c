/** Reads the tables that an import needs from the JSON that Ghost 4 to 6 export. */
import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import type { ImportFailure } from '../../items/imported-item.ts'
import { toSingleLine } from '../../items/single-line.ts'
import { formatMegabytes, megabyte } from '../megabyte.ts'
import { readTextStream } from '../read-text-stream.ts'
import { guessGhostSite } from './ghost-site.ts'

/** Bytes, below V8's limit for strings. An export of 30,000 posts has about 300 MB. */
const maxFileBytes = 450 * megabyte

const id = z.union([z.string(), z.number()]).transform(String)
const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const optionalFlag = z.union([z.boolean(), z.number(), z.null()]).optional().transform(Boolean)
const optionalDate = z.union([z.string(), z.number(), z.null()]).optional()
const sortOrder = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)

export const postSchema = z.object({
  id,
  title: optionalText,
  slug: optionalText,
  html: optionalText,
  lexical: optionalText,
  mobiledoc: optionalText,
  type: optionalText,
  page: optionalFlag,
  status: optionalText,
  visibility: optionalText,
  featured: optionalFlag,
  feature_image: optionalText,
  /** This field was used until Ghost 1; some tools still write it. */
  image: optionalText,
  custom_excerpt: optionalText,
  canonical_url: optionalText,
  codeinjection_head: optionalText,
  codeinjection_foot: optionalText,
  /** This field was used until Ghost 3, whose exports have no posts_authors. */
  author_id: id.nullish(),
  published_at: optionalDate,
  updated_at: optionalDate,
})
export type GhostPost = z.infer<typeof postSchema>

const metaSchema = z.object({
  post_id: id,
  feature_image_alt: optionalText,
  feature_image_caption: optionalText,
  meta_description: optionalText,
  email_only: optionalFlag,
})
export type GhostMeta = z.infer<typeof metaSchema>

const tagSchema = z.object({ id, name: optionalText, slug: optionalText, visibility: optionalText })
type GhostTag = z.infer<typeof tagSchema>

const userSchema = z.object({
  id,
  name: optionalText,
  slug: optionalText,
  bio: optionalText,
  profile_image: optionalText,
  image: optionalText,
})
export type GhostUser = z.infer<typeof userSchema>

const postTagSchema = z.object({ post_id: id, tag_id: id, sort_order: sortOrder })
const postAuthorSchema = z.object({ post_id: id, author_id: id, sort_order: sortOrder })

export type GhostExport = {
  readonly likelySite: string | null
  /** Posts before validation. */
  readonly posts: readonly unknown[]
  readonly meta: ReadonlyMap<string, GhostMeta>
  readonly users: ReadonlyMap<string, GhostUser>
  /** Keyed by post, in Ghost's order. */
  readonly tags: ReadonlyMap<string, readonly GhostTag[]>
  readonly authors: ReadonlyMap<string, readonly GhostUser[]>
  readonly broken: readonly BrokenRow[]
}
type BrokenRow = {
  readonly table: string
  /** The row's number, counted from one. */
  readonly number: number
  readonly reason: string
}

const tablesSchema = z.record(z.string(), z.unknown())
const contentSchema = z.object({
  meta: z.object({ version: z.string().optional() }).optional(),
  data: tablesSchema,
})
const legacyContentSchema = z.object({ db: z.array(contentSchema).min(1) })

export async function readGhostTables(path: string): Promise<Result<GhostExport, ImportFailure>> {
  const json = await readJson(path)
  if (!json.ok) return json
  const wrapped = legacyContentSchema.safeParse(json.value)
  const content = wrapped.success ? wrapped.data.db[0]! : contentSchema.safeParse(json.value).data
  const data = content?.data
  if (!data || !Array.isArray(data.posts))
    return fail({ reason: 'isn’t a Ghost export: it has no posts. Export it again.' })
  const broken: BrokenRow[] = []
  const readTable = <Row>(table: string, schema: z.ZodType<Row>) =>
    parseRows(table, data[table], schema, broken)
  const users = indexById(readTable('users', userSchema))
  const tags = indexById(readTable('tags', tagSchema))
  const reportMissing = (table: string, { number }: NumberedRow<unknown>) => {
    broken.push({ table, number, reason: 'refers to a record that isn’t in the export' })
  }
  return succeed({
    likelySite: guessGhostSite(data),
    posts: data.posts,
    meta: new Map(readTable('posts_meta', metaSchema).map(({ row }) => [row.post_id, row])),
    users,
    tags: groupByPost(
      readTable('posts_tags', postTagSchema),
      ({ tag_id }) => tags.get(tag_id),
      (row) => reportMissing('posts_tags', row),
    ),
    authors: groupByPost(
      readTable('posts_authors', postAuthorSchema),
      ({ author_id }) => users.get(author_id),
      (row) => reportMissing('posts_authors', row),
    ),
    broken,
  })
}

type NumberedRow<Row> = { readonly row: Row; readonly number: number }

function parseRows<Row>(
  table: string,
  list: unknown,
  schema: z.ZodType<Row>,
  broken: BrokenRow[],
): NumberedRow<Row>[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((given, index) => {
    const number = index + 1
    const read = schema.safeParse(given)
    if (read.success) return [{ row: read.data, number }]
    broken.push({ table, number, reason: describeRowError(read.error) })
    return []
  })
}

export const describeRowError = (error: z.ZodError) =>
  `invalid in the export: ${error.issues[0]?.path.join('.') || 'the row'}`

function indexById<Row extends { readonly id: string }>(
  list: readonly NumberedRow<Row>[],
): ReadonlyMap<string, Row> {
  return new Map(list.map(({ row }) => [row.id, row]))
}

function groupByPost<Row extends { readonly post_id: string; readonly sort_order: number }, Other>(
  list: readonly NumberedRow<Row>[],
  other: (row: Row) => Other | undefined,
  onMissing: (row: NumberedRow<Row>) => void,
): ReadonlyMap<string, readonly Other[]> {
  const found = new Map<string, Other[]>()
  for (const numbered of [...list].sort((one, next) => one.row.sort_order - next.row.sort_order)) {
    const { row } = numbered
    const target = other(row)
    if (!target) {
      onMissing(numbered)
      continue
    }
    const known = found.get(row.post_id)
    if (known) known.push(target)
    else found.set(row.post_id, [target])
  }
  return found
}

const xmlFailure: ImportFailure = {
  reason:
    'is XML, not a Ghost export. If it’s a WordPress export, run: npm run desk -- import wordpress FILE',
}

async function readJson(path: string): Promise<Result<unknown, ImportFailure>> {
  try {
    const { size } = await stat(path)
    if (size > maxFileBytes)
      return fail({
        reason: `has ${formatMegabytes(size)}; the limit is ${formatMegabytes(maxFileBytes)}`,
      })
  } catch (error) {
    return fail({ reason: `can’t be read: ${error instanceof Error ? error.message : error}` })
  }
  const chunks: string[] = []
  for await (const chunk of readTextStream(path)) {
    if (!chunk.ok) return chunk
    chunks.push(chunk.value)
  }
  const source = chunks.join('')
  if (/^\uFEFF?\s*</.test(source)) return fail(xmlFailure)
  try {
    return succeed(JSON.parse(source))
  } catch (error) {
    return fail(describeJsonError(source, error instanceof Error ? error.message : String(error)))
  }
}

/** Describes where JSON is invalid: V8 quotes the text around an error or names its position, usually with the line. */
function describeJsonError(source: string, message: string): ImportFailure {
  const [, position, line] = /at position (\d+)(?: \(line (\d+))?/.exec(message) ?? []
  const isTruncated =
    /^(?:Unexpected end|Unterminated string)/.test(message) || Number(position) === source.length
  return {
    reason: isTruncated
      ? `is incomplete: the JSON ends at character ${source.length}. Export it again.`
      : `isn’t valid JSON (${toSingleLine(message)}). Export it again.`,
    ...(line ? { line: Number(line) } : {}),
  }
}
