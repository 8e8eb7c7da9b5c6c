/** Google's REST interfaces. A path begins with the API's host. */
import { z } from 'zod'
import { PersonError } from '../run/finding.ts'
import { type Service, ServiceError } from '../run/service.ts'
import type { SetupContext } from '../run/step.ts'
import { findGoogleToken } from './google-login.ts'

const errorSchema = z.object({
  error: z.object({ code: z.number(), message: z.string(), status: z.string().default('') }),
})

function describeFailure(body: unknown) {
  const parsed = errorSchema.safeParse(body)
  if (!parsed.success) return null
  const { message, status } = parsed.data.error
  return { code: status, message }
}

/** APIs called before the project exists, so that their calls can't be counted for it. */
const withoutProject = ['cloudresourcemanager', 'cloudbilling', 'serviceusage', 'firebase']

/** Throws a PersonError without a login. */
export async function connectGoogle(context: SetupContext): Promise<Service> {
  const token = await findGoogleToken(context)
  if (!token)
    throw new PersonError(
      'log in to Google: run `npx firebase login`, then the same command again',
      'https://console.firebase.google.com',
    )
  const project = context.settings.get('FIREBASE_PROJECT_ID')
  return context.connect('google', {
    describeFailure,
    authorize(request) {
      request.headers.set('Authorization', `Bearer ${token}`)
      const isCounted = !withoutProject.some((host) =>
        request.url.includes(`/${host}.googleapis.com/`),
      )
      if (isCounted && project) request.headers.set('x-goog-user-project', project)
      return request
    },
  })
}

/** Returns null even if the API is off or access is missing: Google answers 403 for missing projects. */
export async function readIfAllowed<Schema extends z.ZodType = z.ZodUnknown>(
  google: Service,
  path: string,
  schema?: Schema,
) {
  try {
    return await google.read(path, schema)
  } catch (error) {
    if (error instanceof ServiceError && error.status === 403) return null
    throw error
  }
}

const operationSchema = z.object({
  name: z.string().default(''),
  done: z.boolean().default(false),
  error: z.object({ message: z.string() }).optional(),
})

/** Five minutes: the number of polls, and the milliseconds between them. */
const maxPolls = 100
const pollInterval = 3000

/** Starts a long operation and waits for its end. `api` is the host and version under which it is polled. */
export async function runOperation(
  context: SetupContext,
  google: Service,
  method: 'POST' | 'PATCH',
  path: string,
  body: unknown,
  api = path.split('/').slice(0, 3).join('/'),
): Promise<void> {
  let operation = await google.write(method, path, { body }, operationSchema)
  for (
    let poll = 0;
    !operation.done && operation.name.includes('operations/') && poll < maxPolls;
    poll++
  ) {
    await context.wait(pollInterval)
    operation = (await google.read(`${api}/${operation.name}`, operationSchema)) ?? operation
  }
  if (operation.error)
    throw new ServiceError(`google: ${operation.error.message}`, 400, 'operation')
}
