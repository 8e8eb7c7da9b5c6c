import { collectPath } from './collect-path.ts'

/**
 * The addresses of the API. Free of zod, because browsers load this file; what each endpoint takes
 * and answers stands in a file of its own beside it.
 */
export const endpoints = {
  account: '/api/account',
  accountData: '/api/account/data',
  client: '/api/client',
  collect: collectPath,
  confirmation: '/api/confirmation',
  health: '/api/health',
  joinNewsletter: '/api/join-newsletter',
  logOut: '/api/log-out',
  preferences: '/api/preferences',
  reading: '/api/reading',
  saved: '/api/saved',
  session: '/api/session',
  sessions: '/api/sessions',
  subscription: '/api/subscription',
  user: '/api/user',
} as const
