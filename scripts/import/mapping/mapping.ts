/** Reads the editor's YAML file with decisions about terms and authors. Every problem names its line. */
import { type Document, isMap, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { accessSchema, tagSlugSchema } from '../../../src/domain/article.ts'
import { categorySlugs } from '../../../src/domain/category.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { slugSchema } from '../../../src/domain/slug.ts'
import { site } from '../../../src/publication/identity.ts'
import { describeYamlErrors, type YamlProblem } from '../items/describe-yaml-error.ts'
import { isTimeZone } from '../sources/zoned-date.ts'

/** The placeholder for a decision that the editor has to make. */
export const undecidedValue = 'choose'

/** The value of terms that aren't imported; the report notes them by post. */
export const droppedValue = 'drop'

/** Answers for a post whose address another source's document already uses, or one written with the desk. */
const addressAnswerSchema = z.enum(['new', 'skip', 'same'])
export type AddressAnswer = z.infer<typeof addressAnswerSchema>

const boundedText = (maxLength: number) => z.string().trim().min(1).max(maxLength)

const decidedSlugSchema = slugSchema.refine((slug) => slug !== undecidedValue, 'is undecided')

const authorMappingSchema = z.strictObject({
  slug: decidedSlugSchema,
  name: boundedText(120),
  role: boundedText(120).nullable().default(null),
  place: boundedText(120).nullable().default(null),
})

export type AuthorMapping = z.infer<typeof authorMappingSchema>

const archiveSchema = z
  .string()
  .regex(
    /^\/(?:(?!\{slug\})[^?#])*\{slug\}[^?#]*$/,
    'must be a path with {slug}, such as /tag/{slug}',
  )
  .nullable()
  .default(null)

const categorySchema = z.enum(categorySlugs)

const mapSchema = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .record(z.string(), schema)
    .nullish()
    .transform((record) => new Map(Object.entries(record ?? {})))

export const mappingSchema = z.strictObject({
  timeZone: z.string().refine(isTimeZone, `must be a time zone, such as ${site.timeZone}`),
  source: z
    .string()
    .regex(/^[^\s#]{1,200}$/, 'must be one word without #')
    .nullable()
    .default(null),
  oldSite: z
    .url({ protocol: /^https?$/, error: 'must be an address, such as https://old.example' })
    .nullable()
    .default(null),
  access: accessSchema,
  shortPosts: z.enum(['draft', 'public']),
  credit: boundedText(200),
  fallbackImage: z
    .strictObject({ file: boundedText(1000), alt: boundedText(500), credit: boundedText(200) })
    .nullable()
    .default(null),
  categories: mapSchema(z.union([categorySchema, z.literal(droppedValue)])),
  otherCategory: categorySchema,
  tags: mapSchema(z.union([tagSlugSchema, z.literal(droppedValue)])),
  otherTags: z.union([tagSlugSchema, z.literal(droppedValue)]).default(droppedValue),
  authors: mapSchema(authorMappingSchema),
  otherAuthor: decidedSlugSchema.nullable().default(null),
  addresses: mapSchema(addressAnswerSchema),
  otherAddresses: addressAnswerSchema.nullable().default(null),
  archives: z
    .strictObject({ category: archiveSchema, tag: archiveSchema, author: archiveSchema })
    .nullish()
    .transform((archives) => archives ?? { category: null, tag: null, author: null }),
  descriptions: mapSchema(boundedText(500)),
})
export type Mapping = z.infer<typeof mappingSchema>

/** The values that planning needs. The file may still have undecided ones. */
const partialMappingSchema = z.object({
  timeZone: mappingSchema.shape.timeZone.catch('UTC'),
  source: mappingSchema.shape.source.catch(null),
  oldSite: mappingSchema.shape.oldSite.catch(null),
  addresses: mappingSchema.shape.addresses.catch(new Map()),
  otherAddresses: mappingSchema.shape.otherAddresses.catch(null),
})
export type PartialMapping = z.infer<typeof partialMappingSchema>

/** `text` must be valid YAML; null means that the file doesn't exist. */
export function readPartialMapping(text: string | null): PartialMapping {
  return partialMappingSchema.parse(
    text === null ? {} : parseDocument(text).toJS({ maxAliasCount: 10 }),
  )
}

type MappingFailure = {
  /** False if only values are wrong, such as decisions still to be made. */
  readonly isUnreadable: boolean
  readonly problems: readonly YamlProblem[]
}

const failUnreadable = (...problems: readonly YamlProblem[]) =>
  fail({ isUnreadable: true, problems })

export function parseMapping(source: string): Result<Mapping, MappingFailure> {
  const lines = new LineCounter()
  const document = parseDocument(source, {
    lineCounter: lines,
    uniqueKeys: true,
    prettyErrors: false,
  })
  if (document.errors.length > 0)
    return failUnreadable(...describeYamlErrors(document.errors, source, lines))
  if (!isMap(document.contents))
    return failUnreadable({ line: 1, reason: 'the file isn’t a mapping. Correct or delete it.' })

  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 10 })
  } catch {
    return failUnreadable({
      line: 1,
      reason: 'the file uses more than 10 YAML aliases. Replace them with their values.',
    })
  }
  const parsed = mappingSchema.safeParse(value)
  if (parsed.success) return succeed(parsed.data)
  const problems = parsed.error.issues.map(({ path, message }) => {
    const node = document.getIn(path)
    const replace = node === undecidedValue && `replace “${undecidedValue}”`
    const problem = replace || (node === undefined ? 'is missing' : message)
    const name = path.join(' → ') || 'the file'
    return { line: findLine(document, lines, path), reason: `${name}: ${problem}` }
  })
  return fail({ isUnreadable: false, problems })
}

/** Returns the line of a key, or of its parent if it is missing. */
function findLine(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true)
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => String(key) === String(path[length - 1]))
      : undefined
    const range = (pair?.key as { range?: [number] } | undefined)?.range
    if (range) return lines.linePos(range[0]).line
  }
  return 1
}

/** Returns the line of a key in a valid mapping file. */
export function findMappingLine(source: string, path: readonly string[]): number {
  const lines = new LineCounter()
  return findLine(parseDocument(source, { lineCounter: lines }), lines, path)
}
