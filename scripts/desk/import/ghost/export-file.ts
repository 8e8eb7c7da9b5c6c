/** The file that Ghost 4 to 6 export: tables of its database as JSON, as far as an import needs them. */
import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { decodedFile } from '../decoded-file.ts'
import type { ImportFailure } from '../imported.ts'
import { findJsonBreak } from './json-break.ts'

/** Bytes. V8 holds no longer text; an export of 30,000 posts has about 300 MB. */
const largest = 450_000_000

const id = z.union([z.string(), z.number()]).transform(String)
const words = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const flag = z.union([z.boolean(), z.number(), z.null()]).optional().transform(Boolean)
const date = z.union([z.string(), z.number(), z.null()]).optional()
const order = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)

export const postSchema = z.object({
  id,
  title: words,
  slug: words,
  html: words,
  lexical: words,
  mobiledoc: words,
  type: words,
  page: flag,
  status: words,
  visibility: words,
  featured: flag,
  feature_image: words,
  /** Until Ghost 1; some tools write it still. */
  image: words,
  custom_excerpt: words,
  canonical_url: words,
  codeinjection_head: words,
  codeinjection_foot: words,
  /** Until Ghost 3, where posts_authors is missing. */
  author_id: id.nullish(),
  published_at: date,
  updated_at: date,
})
export type GhostPost = z.infer<typeof postSchema>

const metaSchema = z.object({
  post_id: id,
  feature_image_alt: words,
  feature_image_caption: words,
  meta_description: words,
  email_only: flag,
})
export type GhostMeta = z.infer<typeof metaSchema>

const tagSchema = z.object({ id, name: words, slug: words, visibility: words })
export type GhostTag = z.infer<typeof tagSchema>

const userSchema = z.object({
  id,
  name: words,
  slug: words,
  bio: words,
  profile_image: words,
  image: words,
})
export type GhostUser = z.infer<typeof userSchema>

const postTagSchema = z.object({ post_id: id, tag_id: id, sort_order: order })
const postAuthorSchema = z.object({ post_id: id, author_id: id, sort_order: order })

export type GhostExport = {
  /** As they stand in the file: each is judged by itself when it is read. */
  readonly posts: readonly unknown[]
  readonly meta: ReadonlyMap<string, GhostMeta>
  readonly users: ReadonlyMap<string, GhostUser>
  /** By post, in the order in which Ghost shows them. */
  readonly tags: ReadonlyMap<string, readonly GhostTag[]>
  readonly authors: ReadonlyMap<string, readonly GhostUser[]>
  /** Rows of these tables that are of no use. */
  readonly broken: readonly BrokenRow[]
}
export type BrokenRow = {
  readonly table: string
  /** Counted from one. */
  readonly number: number
  readonly reason: string
}

const tables = z.record(z.string(), z.unknown())
const contentSchema = z.object({
  meta: z.object({ version: z.string().optional() }).optional(),
  data: tables,
})
const wrappedSchema = z.object({ db: z.array(contentSchema).min(1) })

export async function readExportFile(path: string): Promise<Result<GhostExport, ImportFailure>> {
  const json = await jsonOf(path)
  if (!json.ok) return json
  const wrapped = wrappedSchema.safeParse(json.value)
  const content = wrapped.success ? wrapped.data.db[0]! : contentSchema.safeParse(json.value).data
  const data = content?.data
  if (!data || !Array.isArray(data.posts))
    return fail({ reason: 'is JSON, but not an export of Ghost: it has no posts' })
  const broken: BrokenRow[] = []
  const rowsOf = <Row>(table: string, schema: z.ZodType<Row>) =>
    rows(table, data[table], schema, broken)
  const users = byId(rowsOf('users', userSchema))
  const tags = byId(rowsOf('tags', tagSchema))
  const missing = (table: string, { number }: Numbered<unknown>) => {
    broken.push({ table, number, reason: 'names what is not in the export' })
  }
  return succeed({
    posts: data.posts,
    meta: new Map(rowsOf('posts_meta', metaSchema).map(({ row }) => [row.post_id, row])),
    users,
    tags: related(
      rowsOf('posts_tags', postTagSchema),
      ({ tag_id }) => tags.get(tag_id),
      (row) => missing('posts_tags', row),
    ),
    authors: related(
      rowsOf('posts_authors', postAuthorSchema),
      ({ author_id }) => users.get(author_id),
      (row) => missing('posts_authors', row),
    ),
    broken,
  })
}

type Numbered<Row> = { readonly row: Row; readonly number: number }

/** Rows that can be used; the others go to `broken`. */
function rows<Row>(
  table: string,
  list: unknown,
  schema: z.ZodType<Row>,
  broken: BrokenRow[],
): Numbered<Row>[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((given, index) => {
    const number = index + 1
    const read = schema.safeParse(given)
    if (read.success) return [{ row: read.data, number }]
    broken.push({ table, number, reason: brokenIn(read.error) })
    return []
  })
}

/** What is wrong with a row. */
export const brokenIn = (error: z.ZodError) =>
  `is broken in the export: ${error.issues[0]?.path.join('.') || 'the row'}`

function byId<Row extends { readonly id: string }>(
  list: readonly Numbered<Row>[],
): ReadonlyMap<string, Row> {
  return new Map(list.map(({ row }) => [row.id, row]))
}

function related<Row extends { readonly post_id: string; readonly sort_order: number }, Other>(
  list: readonly Numbered<Row>[],
  other: (row: Row) => Other | undefined,
  onMissing: (row: Numbered<Row>) => void,
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

async function jsonOf(path: string): Promise<Result<unknown, ImportFailure>> {
  try {
    const { size } = await stat(path)
    if (size > largest)
      return fail({
        reason: `has ${Math.round(size / 1e6)} MB; up to ${largest / 1e6} MB are read`,
      })
  } catch (error) {
    return fail({ reason: `cannot be read: ${error instanceof Error ? error.message : error}` })
  }
  const pieces: string[] = []
  for await (const piece of decodedFile(path)) {
    if (!piece.ok) return piece
    pieces.push(piece.value)
  }
  const source = pieces.join('')
  try {
    return succeed(JSON.parse(source))
  } catch {
    return fail(brokenAt(source))
  }
}

function brokenAt(source: string): ImportFailure {
  const { position, isCutOff } = findJsonBreak(source)
  let line = 1
  for (let at = source.indexOf('\n'); at >= 0 && at < position; at = source.indexOf('\n', at + 1))
    line++
  const reason = isCutOff
    ? `is JSON that ends too early, at character ${position}: it was cut off`
    : `is not JSON: it breaks off at character ${position}`
  return { reason, line }
}
