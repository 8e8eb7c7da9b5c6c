/** The file that Ghost 4 to 6 export: tables of its database as JSON, as far as an import needs them. */
import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { decodedFile } from '../decoded-file.ts'
import type { ImportFailure } from '../imported.ts'

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
  const users = byId(rows(data.users, userSchema))
  const tags = byId(rows(data.tags, tagSchema))
  return succeed({
    posts: data.posts,
    meta: new Map(rows(data.posts_meta, metaSchema).map((row) => [row.post_id, row])),
    users,
    tags: related(rows(data.posts_tags, postTagSchema), (row) => tags.get(row.tag_id)),
    authors: related(rows(data.posts_authors, postAuthorSchema), (row) => users.get(row.author_id)),
  })
}

/** Rows that can be used; a broken one is as good as one that is not there. */
function rows<Row>(table: unknown, schema: z.ZodType<Row>): Row[] {
  if (!Array.isArray(table)) return []
  return table.flatMap((row) => {
    const read = schema.safeParse(row)
    return read.success ? [read.data] : []
  })
}

function byId<Row extends { readonly id: string }>(list: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(list.map((row) => [row.id, row]))
}

function related<Row extends { readonly post_id: string; readonly sort_order: number }, Other>(
  list: readonly Row[],
  other: (row: Row) => Other | undefined,
): ReadonlyMap<string, readonly Other[]> {
  const found = new Map<string, Other[]>()
  for (const row of [...list].sort((one, next) => one.sort_order - next.sort_order)) {
    const target = other(row)
    if (!target) continue
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
  } catch (error) {
    return fail(brokenAt(source, error instanceof Error ? error.message : ''))
  }
}

/** V8 says the position in all but short texts, of which it says what they hold. */
function brokenAt(source: string, message: string): ImportFailure {
  const said = /at position (\d+)/.exec(message)?.[1]
  if (!said && /^Unexpected token/.test(message)) return { reason: 'is not JSON' }
  const position = Number(said ?? source.length)
  const line = source.slice(0, position).split('\n').length
  const reason =
    position >= source.trimEnd().length
      ? `is JSON that ends too early, at character ${position}: it was cut off`
      : `is not JSON: it breaks off at character ${position}`
  return { reason, line }
}
