/** Composite indexes, and fields without an index. Indexes that only the project has are kept and reported. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Finding, forCheck } from '../run/finding.ts'
import type { Service } from '../run/service.ts'

const firestore = '/firestore.googleapis.com/v1'

const fieldSchema = z.object({
  fieldPath: z.string(),
  order: z.string().optional(),
  arrayConfig: z.string().optional(),
})
const localIndexesSchema = z.object({
  indexes: z.array(
    z.object({ collectionGroup: z.string(), queryScope: z.string(), fields: z.array(fieldSchema) }),
  ),
  fieldOverrides: z
    .array(
      z.object({
        collectionGroup: z.string(),
        fieldPath: z.string(),
        indexes: z.array(z.unknown()),
      }),
    )
    .default([]),
})
const deployedIndexesSchema = z.object({
  indexes: z
    .array(z.object({ name: z.string(), queryScope: z.string(), fields: z.array(fieldSchema) }))
    .default([]),
})
const deployedFieldsSchema = z.object({
  fields: z
    .array(
      z.object({
        name: z.string(),
        indexConfig: z
          .object({ indexes: z.array(z.unknown()).default([]) })
          .default({ indexes: [] }),
      }),
    )
    .default([]),
})

/** Google adds the document's name at the end. */
const describeIndex = (
  collectionGroup: string,
  queryScope: string,
  fields: readonly z.infer<typeof fieldSchema>[],
) =>
  [
    collectionGroup,
    queryScope,
    ...fields
      .filter(({ fieldPath }) => fieldPath !== '__name__')
      .map(({ fieldPath, order = '', arrayConfig = '' }) => `${fieldPath} ${order}${arrayConfig}`),
  ].join(' ')

const findGroup = (name: string) => /\/collectionGroups\/([^/]+)\//.exec(name)?.[1] ?? ''

/** `parent` is the database's name. */
export async function inspectIndexes(
  root: string,
  google: Service,
  parent: string,
): Promise<Finding[]> {
  const text = readFileSync(join(root, 'firestore.indexes.json'), 'utf8')
  const wanted = localIndexesSchema.parse(JSON.parse(text))
  const groups = `${firestore}/${parent}/collectionGroups`
  const answer = await google.read(`${groups}/-/indexes`, deployedIndexesSchema)
  const deployed = new Set(
    answer?.indexes.map(({ name, queryScope, fields }) =>
      describeIndex(findGroup(name), queryScope, fields),
    ),
  )
  const missing = wanted.indexes.filter(
    (one) => !deployed.has(describeIndex(one.collectionGroup, one.queryScope, one.fields)),
  )
  const known = new Set(
    wanted.indexes.map((one) => describeIndex(one.collectionGroup, one.queryScope, one.fields)),
  )
  const unknown = [...deployed].filter((one) => !known.has(one))
  const check = forCheck('indexes')
  const filter = encodeURIComponent('indexConfig.usesAncestorConfig=false')
  const fields = await google.read(`${groups}/-/fields?filter=${filter}`, deployedFieldsSchema)
  const exempt = new Set(
    fields?.fields
      .filter(({ indexConfig }) => indexConfig.indexes.length === 0)
      .map(({ name }) => `${findGroup(name)} ${name.split('/fields/')[1]}`),
  )
  const overrides = wanted.fieldOverrides.filter(
    ({ collectionGroup, fieldPath }) => !exempt.has(`${collectionGroup} ${fieldPath}`),
  )
  return [
    missing.length === 0
      ? check.ok(`${wanted.indexes.length} composite indexes`)
      : check.change(`create ${missing.length} of ${wanted.indexes.length}`, async () => {
          for (const { collectionGroup, ...body } of missing) {
            await google.write('POST', `${groups}/${collectionGroup}/indexes`, { body })
          }
        }),
    overrides.length === 0
      ? forCheck('fields without an index').ok(String(wanted.fieldOverrides.length))
      : forCheck('fields without an index').change(`exempt ${overrides.length}`, async () => {
          for (const { collectionGroup, fieldPath } of overrides) {
            const path = `${groups}/${collectionGroup}/fields/${fieldPath}?updateMask=indexConfig`
            await google.write('PATCH', path, { body: { indexConfig: { indexes: [] } } })
          }
        }),
    ...(unknown.length > 0
      ? [
          forCheck('indexes').warning(
            `kept, but not in firestore.indexes.json: ${unknown.join('; ')}`,
            'Delete any that nothing uses in the Firebase console.',
          ),
        ]
      : []),
  ]
}
