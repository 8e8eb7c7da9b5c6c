/** The requests Commit and BatchGetDocuments, as far as the stand-in does them. */
import { z } from 'zod'
import type { Failure } from './failure.ts'
import { databaseOf } from './names.ts'
import { documentName, fieldPath, notDone } from './requests.ts'
import { fields, timestamp, value } from './values.ts'

const mask = z
  .strictObject({ fieldPaths: z.array(fieldPath).default([]) })
  .transform(({ fieldPaths }) => fieldPaths)

const number = value.refine(
  (given) => 'integerValue' in given || 'doubleValue' in given,
  'is to be an integer or a double',
)
const elements = z
  .strictObject({ values: z.array(value).default([]) })
  .transform(({ values }) => values)

const transform = z.strictObject({
  fieldPath,
  setToServerValue: z.literal('REQUEST_TIME').optional(),
  increment: number.optional(),
  maximum: number.optional(),
  minimum: number.optional(),
  appendMissingElements: elements.optional(),
  removeAllFromArray: elements.optional(),
})
const transforms = z.array(
  transform.refine((given) => Object.keys(given).length === 2, 'is to have exactly one operation'),
)

const write = z
  .strictObject({
    update: z.strictObject({ name: documentName, fields: fields.default({}) }).optional(),
    delete: documentName.optional(),
    transform: z
      .strictObject({ document: documentName, fieldTransforms: transforms.min(1) })
      .optional(),
    updateMask: mask.optional(),
    updateTransforms: transforms.optional(),
    currentDocument: z
      .strictObject({ exists: z.boolean().optional(), updateTime: timestamp.optional() })
      .refine((given) => Object.keys(given).length < 2, 'is to have one condition')
      .optional(),
  })
  .refine(
    (given) => [given.update, given.delete, given.transform].filter(Boolean).length === 1,
    'is to be exactly one of update, delete and transform',
  )
  .refine(
    (given) => given.update || (!given.updateMask && !given.updateTransforms),
    'has a mask or transforms that only an update can have',
  )

/** Firestore's documented limit for years, which its clients still hold to; the emulator has none. */
const mostWrites = 500

export const commitRequest = z.strictObject({
  writes: z.array(write).max(mostWrites, `are more than ${mostWrites}`).default([]),
  transaction: notDone('Commit.transaction'),
})

export const batchGetRequest = z.strictObject({
  documents: z.array(documentName).default([]),
  mask: mask.optional(),
  transaction: notDone('BatchGetDocuments.transaction'),
  newTransaction: notDone('BatchGetDocuments.newTransaction'),
  readTime: notDone('BatchGetDocuments.readTime'),
})

export type Transform = z.output<typeof transform>
export type Write = z.output<typeof write>

/** The document that a write is about. */
export function targetOf({ update, delete: removed, transform }: Write): string {
  return update?.name ?? removed ?? transform!.document
}

/** A commit works on one database. */
export function foreignName(names: readonly string[], database: string): Failure | null {
  const foreign = names.find((name) => databaseOf(name) !== database)
  if (foreign === undefined) return null
  return { status: 'INVALID_ARGUMENT', message: `${foreign} is not in ${database}` }
}
