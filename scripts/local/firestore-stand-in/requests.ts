/**
 * What checks requests: to the last member. What Firestore would refuse is refused, and what
 * Firestore does but the stand-in does not is answered as such, by name.
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { type Failure, notDoneHere } from './failure.ts'
import { nameProblem, parseFieldPath } from './names.ts'

/** A member of Firestore's protocol that the stand-in does not do. Absent it is fine. */
export const notDone = (name: string) =>
  z.custom<undefined>((given) => given === undefined, { params: { notDone: name } }).optional()

const named = (of: 'document' | 'parent') =>
  z.string().superRefine((name, context) => {
    const problem = nameProblem(name, of)
    if (problem) context.addIssue(problem)
  })
export const documentName = named('document')
export const parentName = named('parent')

export const fieldPath = z.string().transform((text, context) => {
  const path = parseFieldPath(text)
  if (path) return path
  context.addIssue(`"${text}" is no path of a field`)
  return z.NEVER
})

/** One sentence about the first thing that is wrong. */
export function check<Output>(schema: z.ZodType<Output>, given: unknown): Result<Output, Failure> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return succeed(parsed.data)
  const issue = parsed.error.issues[0]!
  const name = issue.code === 'custom' && issue.params?.notDone
  if (name) return fail(notDoneHere(name))
  const place = issue.path.map(String).join('.') || 'The request'
  return fail({ status: 'INVALID_ARGUMENT', message: `${place}: ${issue.message}` })
}
