import type { Capability } from '../capability.ts'
import { explainMovementByHand, getAccounts, getOpenPoints } from './accounts-handlers.ts'
import { type BooksDeps, createBooksJob } from './books-job.ts'

export const books = {
  routes: {
    'GET /api/accounts': getOpenPoints,
    'GET /api/accounts/:month': getAccounts,
    'PUT /api/accounts/movements/:id': explainMovementByHand,
  },
  jobs: ({
    paypal,
    ...deps
  }: Omit<BooksDeps, 'paypal'> & { readonly paypal: BooksDeps['paypal'] | null }) =>
    paypal ? [createBooksJob({ ...deps, paypal })] : [],
} satisfies Capability
