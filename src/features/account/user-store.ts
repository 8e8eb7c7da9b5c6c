/**
 * Who is signed in, by the server's word: null for a guest. Costs two database reads when it is asked,
 * so only what shows it listens.
 */
import { callForJson } from '../../browser/api.ts'
import { createQuery } from '../../browser/query.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { User } from '../../contracts/user.ts'
import { succeed } from '../../domain/result.ts'
import { noteSessionEnded } from './subscription-store.ts'

const query = createQuery<User | null>('user', {
  async call() {
    const answer = await callForJson<{ response: User | null }>('GET', endpoints.user)
    return answer.ok ? succeed(answer.value.response) : answer
  },
  forGuests: null,
  // Asked of the database, which knows sooner than a pass of ten minutes that a session is over.
  take: (user) => user === null && noteSessionEnded(),
})

export const $user = query.$store
export const currentUser = query.current
export const fetchUser = query.refresh
/** Takes a record that the server has answered to a change of it. */
export const acceptUser = query.accept
