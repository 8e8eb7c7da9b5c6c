/** Exchanges assertions of the stack's service account for a token that the Auth emulator accepts. */
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import { serviceAccountSchema } from '../../../functions/platform/adapters/service-account.ts'
import { readBody, startFakeServer } from './fake-server.ts'

/** The emulator recognises a service account's token by its prefix. */
const accessToken = 'ya29.local'

/** `account` is a key as JSON, whose `token_uri` must be set to the returned `url`. */
export async function startFakeGoogleTokens(port: number, account: string) {
  const { client_email, private_key } = serviceAccountSchema.parse(account)
  const key = createPublicKey(createPrivateKey(private_key))
  const url = `http://127.0.0.1:${port}/token`

  async function isAssertionValid(form: URLSearchParams): Promise<boolean> {
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return false
    const expected = { issuer: client_email, audience: url, algorithms: ['RS256'] }
    return jwtVerify(form.get('assertion') ?? '', key, expected).then(
      ({ payload }) => typeof payload.scope === 'string' && payload.scope !== '',
      () => false,
    )
  }

  const { stop } = await startFakeServer(port, async (request, response) => {
    const isGrant = await isAssertionValid(new URLSearchParams(await readBody(request)))
    const result = isGrant
      ? { access_token: accessToken, expires_in: 3599, token_type: 'Bearer' }
      : { error: 'invalid_grant' }
    response.writeHead(isGrant ? 200 : 400, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(result))
  })
  return { url, stop }
}
