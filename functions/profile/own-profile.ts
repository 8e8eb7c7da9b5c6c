/** Changes that readers make to their own public page. profile-page.ts renders the page itself. */
import type { ProfileResponse } from '../../src/contracts/endpoints/profile-endpoints.ts'
import {
  claimsToBePublication,
  isHandleReserved,
  isNameReserved,
  type ReservedNames,
} from '../../src/domain/names/reserved-names.ts'
import {
  handleLength,
  maxBioLength,
  maxProfileNameLength,
  maxRecommendations,
} from '../../src/domain/profile/profile-limits.ts'
import {
  addRecommendation,
  type ReaderProfile,
  type Recommendation,
  removeRecommendation,
} from '../../src/domain/profile/reader-profile.ts'
import type { Reader } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { SignedInReader } from '../identity/caller.ts'
import { type Handle, type Handler, refuse, refuseUnavailable } from '../identity/handler.ts'
import { publicationNames } from '../identity/public-name.ts'
import { maxOwnAttempts } from '../platform/adapters/optimistic-lock.ts'
import { readAuthorNames } from './author-names.ts'
import type { ProfileDeps } from './profile-deps.ts'
import { changeProfile, readProfile, saveProfile } from './profile-records.ts'

function toResponse(reader: Reader, profile: ReaderProfile | null): ProfileResponse {
  const canBePublic = reader.emailVerified
  if (!profile) {
    return {
      handle: null,
      name: `${reader.first_name} ${reader.last_name}`.trim().slice(0, maxProfileNameLength),
      bio: '',
      isPublic: false,
      isIndexed: false,
      isHidden: false,
      canBePublic,
      recommended: [],
    }
  }
  const { handle, name, bio, isPublic, isIndexed, hidden, recommended } = profile
  const isHidden = hidden !== null
  return { handle, name, bio, isPublic, isIndexed, isHidden, canBePublic, recommended }
}

const refuseFailed = (
  deps: ProfileDeps,
  { kind }: { readonly kind: string },
  problem = 'We couldn’t save your page.',
) => refuseUnavailable(deps, 'profile_unavailable', { kind }, `${problem} Try again in a minute.`)

/** Costs one database read, besides those that identify the reader. */
export const getOwnProfile: Handle<'GET /api/profile', ProfileDeps> = async (
  _,
  { uid, reader },
  deps,
) => {
  const stored = await readProfile(deps.firestore, uid)
  if (!stored.ok) return refuseFailed(deps, stored.failure, 'We can’t get your page right now.')
  return succeed(toResponse(reader, stored.value?.profile ?? null))
}

async function readReservedNames({ env }: ProfileDeps): Promise<ReservedNames | null> {
  const authors = await readAuthorNames(env)
  return authors && { ...publicationNames, authors }
}

const refusals = {
  address:
    'Only readers who have confirmed their email can show their page. Confirm yours under “Email”, then try again.',
  handle: 'That address is reserved. Choose another one.',
  name: 'Other readers might think you’re one of our writers, or us. Add an initial, or choose another name.',
  bio: 'Other readers might think this page is ours. Write about yourself instead.',
} as const

type SettingsRefusal = { readonly kind: keyof typeof refusals }

export const saveOwnProfile: Handler<'PUT /api/profile', ProfileDeps> = {
  describeInvalid({ issues }) {
    switch (issues[0]?.path[0]) {
      case 'handle':
        return `The address can have ${handleLength.min} to ${handleLength.max} characters: letters from a to z, digits, and single hyphens between them.`
      case 'name':
        return `Enter a name of at most ${maxProfileNameLength} letters, in one alphabet and without symbols, emoji, links or phone numbers.`
      case 'bio':
        return `Write at most ${maxBioLength} characters about yourself, without links, email addresses, phone numbers, payment addresses, messaging accounts or invisible characters.`
      default:
        return undefined
    }
  },
  async handle(settings, { uid, reader }, deps) {
    const { firestore, now, profilePages } = deps
    const reserved = await readReservedNames(deps)
    if (!reserved) return refuseFailed(deps, { kind: 'authorNames' })
    let formerHandle: string | null = null
    const saved = await saveProfile(
      firestore,
      uid,
      settings,
      (before): Result<void, SettingsRefusal> => {
        formerHandle = before?.handle ?? null
        if (settings.isPublic && !reader.emailVerified) return fail({ kind: 'address' })
        // An author who joins later doesn't take a reader's existing handle.
        if (settings.handle !== before?.handle && isHandleReserved(settings.handle, reserved))
          return fail({ kind: 'handle' })
        if (settings.name !== before?.name && isNameReserved(settings.name, reserved))
          return fail({ kind: 'name' })
        if (settings.bio !== before?.bio && claimsToBePublication(settings.bio, reserved))
          return fail({ kind: 'bio' })
        return succeed(undefined)
      },
      now(),
    )
    if (saved.ok) {
      for (const handle of [formerHandle, settings.handle]) if (handle) profilePages.forget(handle)
      return succeed(toResponse(reader, saved.value))
    }
    const { kind } = saved.failure
    if (kind === 'taken') return refuse('handle_taken')
    if (kind === 'address' || kind === 'handle' || kind === 'name' || kind === 'bio')
      return refuse('not_possible', refusals[kind])
    return refuseFailed(deps, saved.failure)
  },
}

const refuseWithoutProfile = () => refuse('not_possible', 'Set up your page in your account first.')

/** Costs two database reads and one write, besides those that identify the reader. */
export const recommendStory: Handle<'PUT /api/profile/recommendations/:slug', ProfileDeps> = async (
  { slug },
  caller,
  deps,
) => {
  const stored = await deps.firestore.getAll([`articles/${slug}`], ['status', 'title'])
  if (!stored.ok) return refuseFailed(deps, stored.failure)
  const { status, title } = stored.value[0]?.fields ?? {}
  if (status === 'withdrawn') return refuse('withdrawn')
  if (status !== 'published' || typeof title !== 'string') {
    return refuse('not_found', 'This story is no longer available.')
  }
  const changed = await changeRecommended(deps, caller, (recommended) =>
    addRecommendation(recommended, { slug, title }),
  )
  if (changed.ok) return changed
  if (changed.failure === 'full') {
    return refuse(
      'list_full',
      `You already recommend ${maxRecommendations} stories, which is the limit. Remove one first.`,
    )
  }
  if (changed.failure.kind === 'missing') return refuseWithoutProfile()
  return refuseFailed(deps, changed.failure)
}

/** Costs one database read and one write, besides those that identify the reader. */
export const stopRecommending: Handle<
  'DELETE /api/profile/recommendations/:slug',
  ProfileDeps
> = async ({ slug }, caller, deps) => {
  const changed = await changeRecommended(deps, caller, (recommended) =>
    succeed(removeRecommendation(recommended, slug)),
  )
  if (changed.ok) return changed
  return changed.failure.kind === 'missing'
    ? refuseWithoutProfile()
    : refuseFailed(deps, changed.failure)
}

type Recommended = ReaderProfile['recommended']

async function changeRecommended<Refusal>(
  { firestore, profilePages }: ProfileDeps,
  { uid, reader }: SignedInReader,
  change: (recommended: Recommended) => Result<readonly Recommendation[], Refusal>,
) {
  const changed = await changeProfile(
    firestore,
    uid,
    ({ recommended }) => {
      const result = change(recommended)
      if (!result.ok) return result
      const isSame = result.value.length === recommended.length
      return succeed(isSame ? null : { recommended: [...result.value] })
    },
    [],
    maxOwnAttempts,
  )
  if (!changed.ok) return changed
  profilePages.forget(changed.value.handle)
  return succeed(toResponse(reader, changed.value))
}
