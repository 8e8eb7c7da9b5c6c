/**
 * The addresses of the API. Free of zod, because browsers load this file; what each endpoint takes
 * and answers stands in a file of its own beside it.
 */
export const endpoints = {
  client: '/api/client',
  collect: '/api/collect',
  health: '/api/health',
  joinNewsletter: '/api/join-newsletter',
  session: '/api/session',
  subscription: '/api/subscription',
  user: '/api/user',
} as const
