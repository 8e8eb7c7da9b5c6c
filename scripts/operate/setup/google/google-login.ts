/**
 * The only file that uses parts of firebase-tools outside its public interface: the login that `npx firebase login`
 * stores. `firebase-tools` is pinned in package.json.
 */
import { z } from 'zod'
import type { SetupContext } from '../run/step.ts'

const scopes = [
  'https://www.googleapis.com/auth/cloud-platform',
  'https://www.googleapis.com/auth/firebase',
]

const loginSchema = z.object({
  getGlobalDefaultAccount: z.function({ input: [], output: z.unknown() }),
  getAccessToken: z.function({
    input: [z.string(), z.array(z.string())],
    output: z.promise(z.unknown()),
  }),
})

export async function loadFirebaseLogin() {
  const path = 'firebase-tools/lib/auth.js'
  const loaded: unknown = await import(path)
  return loginSchema.parse(z.object({ default: z.unknown() }).parse(loaded).default)
}

const accountSchema = z.object({ tokens: z.object({ refresh_token: z.string() }) })
const tokenSchema = z.object({ access_token: z.string() })

/** Null without a login. `GOOGLE_ACCESS_TOKEN` is for machines, and has precedence. */
export async function findGoogleToken({ secrets }: SetupContext): Promise<string | null> {
  const given = secrets.get('GOOGLE_ACCESS_TOKEN')
  if (given) return given
  const login = await loadFirebaseLogin()
  const account = accountSchema.safeParse(login.getGlobalDefaultAccount())
  if (!account.success) return null
  const { refresh_token } = account.data.tokens
  return (
    tokenSchema.safeParse(await login.getAccessToken(refresh_token, scopes)).data?.access_token ??
    null
  )
}
