/** The reader; null for a guest. Each request costs two database reads, so only code that shows the reader listens. */
import { call } from '../../browser/api.ts'
import { createQuery } from '../../browser/query.ts'
import type { User } from '../../contracts/endpoints/account-endpoints.ts'
import { succeed } from '../../domain/result.ts'
import { handleSessionEnded } from './subscription-store.ts'

const query = createQuery<User | null>('user', {
  async call() {
    const response = await call('GET /api/user')
    return response.ok ? succeed(response.value.response) : response
  },
  guestData: null,
  // The database shows that a session has ended as soon as it ends; the access pass expires only after ten minutes.
  onData: (user) => user === null && handleSessionEnded(),
})

export const $user = query.$store
export const getUser = query.getOrFetch
export const fetchUser = query.refresh
export const acceptUser = query.setData
