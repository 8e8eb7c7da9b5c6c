/**
 * The local end of Google's access tokens: takes the signed word of the stack's own service account,
 * and of no other, and gives a token that the Auth emulator takes for the project's owner's.
 */
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { createServer } from 'node:http'
import { jwtVerify } from 'jose'
import { serviceAccountSchema } from '../../functions/adapters/service-account.ts'

/** As the emulator knows a service account's token: by its beginning. */
const accessToken = 'ya29.local'

/** `account` is the JSON of a key; `url` goes into it as `token_uri`. */
export async function startGoogleTokens(port: number, account: string) {
  const { client_email, private_key } = serviceAccountSchema.parse(account)
  const key = createPublicKey(createPrivateKey(private_key))
  const url = `http://127.0.0.1:${port}/token`

  async function isGranted(form: URLSearchParams): Promise<boolean> {
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return false
    const expected = { issuer: client_email, audience: url, algorithms: ['RS256'] }
    return jwtVerify(form.get('assertion') ?? '', key, expected).then(
      ({ payload }) => typeof payload.scope === 'string' && payload.scope !== '',
      () => false,
    )
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const granted = await isGranted(new URLSearchParams(Buffer.concat(chunks).toString()))
    const answer = granted
      ? { access_token: accessToken, expires_in: 3599, token_type: 'Bearer' }
      : { error: 'invalid_grant' }
    response.writeHead(granted ? 200 : 400, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
