/** The local stack's deploy hook, as the Worker calls it and the outbox takes it. */
export const deployHook = { path: '/deploy-hook', token: 'local-key', event: 'publish' } as const

/** Null where the call is as GitHub would want it, else what is wrong with it. */
export function problemOfDeploy(body: string, authorization: string): string | null {
  if (authorization !== `Bearer ${deployHook.token}`) return 'There is no token.'
  const { event_type: event } = JSON.parse(body || '{}')
  return event === deployHook.event ? null : 'There is no event_type.'
}
