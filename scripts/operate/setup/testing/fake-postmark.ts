/** The part of Postmark's API that `setup` calls. Emails are in scripts/dev/fakes/mail. */
import {
  type FakeAnswer,
  type FakeHandler,
  type FakeRoutes,
  guardRoutes,
  startFakeService,
  type WriteLog,
} from './fake-service.ts'

type Domain = { ID: number; Name: string; hasKey: boolean; hasReturnPath: boolean }
type Webhook = { ID: number; Url: string; MessageStream: string; Triggers: unknown }

export const createPostmarkState = () => ({
  servers: [] as { Name: string; ApiTokens: string[] }[],
  domains: [] as Domain[],
  streams: ['outbound', 'inbound'],
  webhooks: [] as Webhook[],
  /** Emails that were sent, with the types of their events. */
  messages: [] as { MessageID: string; To: string; ReceivedAt: string; events: string[] }[],
  token: 'postmark-token-of-test',
  /** The code with which servers are refused. */
  refusal: null as number | null,
})
type PostmarkState = ReturnType<typeof createPostmarkState>

const serverToken = 'postmark-server-token-of-test'

const fail = (status: number, ErrorCode: number): FakeAnswer => ({
  status,
  body: { ErrorCode, Message: `${ErrorCode} in words.` },
})

export function startFakePostmark(state: PostmarkState, log: WriteLog): Promise<string> {
  const verify =
    (part: 'hasKey' | 'hasReturnPath'): FakeHandler =>
    ({ params: [id] }) => {
      const domain = state.domains.find(({ ID }) => ID === Number(id))
      if (!domain) return fail(404, 510)
      domain[part] = true
      return {}
    }
  const accountRoutes: FakeRoutes = {
    'GET /servers': () => ({ body: { Servers: state.servers } }),
    'POST /servers': ({ json }) => {
      if (state.refusal !== null) return fail(422, state.refusal)
      const server = { Name: String(json().Name), ApiTokens: [serverToken] }
      state.servers.push(server)
      return { body: server }
    },
    'GET /domains': () => ({ body: { Domains: state.domains } }),
    'GET /domains/:id': ({ params: [id] }) => {
      const domain = state.domains.find(({ ID }) => ID === Number(id))
      if (!domain) return fail(404, 510)
      const { Name, hasKey, hasReturnPath } = domain
      const key = {
        Host: hasKey ? `pm._domainkey.${Name}` : '',
        TextValue: hasKey ? `k=rsa;p=KEY-OF-${Name}` : '',
      }
      return {
        body: {
          DKIMVerified: hasKey,
          DKIMHost: key.Host,
          DKIMTextValue: key.TextValue,
          DKIMPendingHost: hasKey ? '' : `pm._domainkey.${Name}`,
          DKIMPendingTextValue: hasKey ? '' : `k=rsa;p=KEY-OF-${Name}`,
          ReturnPathDomain: `pm-bounces.${Name}`,
          ReturnPathDomainCNAMEValue: 'pm.mtasv.net',
          ReturnPathDomainVerified: hasReturnPath,
        },
      }
    },
    'POST /domains': ({ json }) => {
      const domain = {
        ID: state.domains.length + 1,
        Name: String(json().Name),
        hasKey: false,
        hasReturnPath: false,
      }
      state.domains.push(domain)
      return { body: domain }
    },
    'PUT /domains/:id/verifyDkim': verify('hasKey'),
    'PUT /domains/:id/verifyReturnPath': verify('hasReturnPath'),
  }
  const serverRoutes: FakeRoutes = {
    'GET /messages/outbound': ({ query }) => {
      const own = state.messages.filter(({ To }) => To === query.get('recipient'))
      const Messages = own.map(({ MessageID, ReceivedAt }) => ({ MessageID, ReceivedAt }))
      return { body: { TotalCount: Messages.length, Messages } }
    },
    'GET /messages/outbound/:id/details': ({ params: [id] }) => {
      const found = state.messages.find(({ MessageID }) => MessageID === id)
      return { body: { MessageEvents: found?.events.map((Type) => ({ Type })) ?? [] } }
    },
    'GET /message-streams': () => ({
      body: { MessageStreams: state.streams.map((ID) => ({ ID })) },
    }),
    'POST /message-streams': ({ json }) => {
      state.streams.push(String(json().ID))
      return {}
    },
    'GET /webhooks': ({ query }) => ({
      body: {
        Webhooks: state.webhooks.filter(
          ({ MessageStream }) => MessageStream === query.get('MessageStream'),
        ),
      },
    }),
    'POST /webhooks': ({ json }) => {
      const webhook = json() as Omit<Webhook, 'ID'>
      state.webhooks.push({ ...webhook, ID: state.webhooks.length + 1 })
      return {}
    },
  }
  const allow = (header: string, getToken: () => string, routes: FakeRoutes) =>
    guardRoutes(routes, ({ headers }) => (headers[header] === getToken() ? null : fail(401, 10)))
  const routes = {
    ...allow('x-postmark-account-token', () => state.token, accountRoutes),
    ...allow('x-postmark-server-token', () => serverToken, serverRoutes),
  }
  return startFakeService('postmark', routes, log)
}
