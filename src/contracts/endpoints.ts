import { collectPath } from './collect-path.ts'

/**
 * The addresses of the API. Free of zod, because browsers load this file; what each endpoint takes
 * and answers stands in a file of its own beside it.
 */
export const endpoints = {
  account: '/api/account',
  accountEmail: '/api/account/email',
  accountData: '/api/account/data',
  checkout: '/api/checkout',
  client: '/api/client',
  collect: collectPath,
  confirmation: '/api/confirmation',
  health: '/api/health',
  joinNewsletter: '/api/join-newsletter',
  logOut: '/api/log-out',
  payments: '/api/subscription/payments',
  preferences: '/api/preferences',
  ratings: '/api/ratings',
  reading: '/api/reading',
  saved: '/api/saved',
  session: '/api/session',
  sessions: '/api/sessions',
  student: '/api/student',
  studentConfirmation: '/api/student/confirmation',
  subscription: '/api/subscription',
  user: '/api/user',
} as const
