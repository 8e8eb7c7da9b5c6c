/** The parts of Cloudflare's API about tokens, and about domains that send emails. */
import { fail, succeed } from './cloudflare-answers.ts'
import type { CloudflareState } from './cloudflare-state.ts'
import type { FakeRoutes } from './fake-service.ts'

/** Like Cloudflare, shows a token's value only when the token is created. */
export function createTokenRoutes({ tokens }: CloudflareState): FakeRoutes {
  let values = 0
  const createValue = () => `created-cloudflare-token-${++values}`
  return {
    'GET /accounts/:a/tokens': () =>
      succeed(tokens.map(({ id, name, policies }) => ({ id, name, policies }))),
    'GET /accounts/:a/tokens/permission_groups': ({ query }) =>
      succeed([{ id: `id of ${query.get('name')}`, name: query.get('name') }]),
    'POST /accounts/:a/tokens': ({ json }) => {
      const { name, policies } = json()
      const token = {
        id: `token-${tokens.length}`,
        name: String(name),
        policies,
        value: createValue(),
      }
      tokens.push(token)
      return succeed(token)
    },
    'PUT /accounts/:a/tokens/:id/value': ({ params: [, id] }) => {
      const token = tokens.find((one) => one.id === id)
      if (!token) return fail(404, 1001, 'Token not found')
      token.value = createValue()
      return succeed(token.value)
    },
  }
}

export const createSenderRoutes = (state: CloudflareState): FakeRoutes => ({
  'GET /zones/:z/email/sending/subdomains': () => succeed(state.senders),
  'POST /zones/:z/email/sending/subdomains': ({ json }) => {
    const name = String(json().name)
    if (!state.hasEmail) return fail(403, 2008, 'Email Sending isn’t part of your plan.')
    const found = state.senders.find((sender) => sender.name === name)
    const hasRecords = state.records.filter(({ type }) => type === 'MX').length === 2
    if (found) found.enabled ||= hasRecords && state.seesRecords
    else state.senders.push({ tag: `sender-${state.senders.length}`, name, enabled: false })
    return succeed({})
  },
  'GET /zones/:z/email/sending/subdomains/:tag/dns': ({ params: [, tag] }) => {
    const name = state.senders.find((sender) => sender.tag === tag)?.name
    const from = `cf-bounce.${name}`
    return succeed([
      { type: 'MX', name: from, content: 'route1.mx.cloudflare.net', priority: 10 },
      { type: 'MX', name: from, content: 'route2.mx.cloudflare.net', priority: 20 },
      { type: 'TXT', name: from, content: '"v=spf1 include:_spf.mx.cloudflare.net ~all"' },
      { type: 'TXT', name: `cf-bounce._domainkey.${name}`, content: '"v=DKIM1; p=KEY"' },
    ])
  },
})
