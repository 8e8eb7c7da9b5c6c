/**
 * Stores encrypted bodies in R2 before the version that reads them is deployed, and deletes a body once no version that
 * the site may be rolled back to needs it. An object's key is the hash of its bytes. Its metadata contains the body's
 * name, and whether the body has become unused since the object was last written.
 */

import { unusedBodyDays } from '../../src/contracts/endpoints/sealed-body-endpoints.ts'
import { hashBody } from '../../src/contracts/signing/desk-signature.ts'
import { decryptSealedBody } from '../../src/contracts/signing/sealed-body.ts'
import { succeed } from '../../src/domain/result.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { getErrorName } from '../platform/error-name.ts'
import type { BodyDeps } from './body-deps.ts'
import { getSealedBodyKey, sealedBodyPrefix } from './sealed-body-key.ts'

/** R2 metadata values are strings. */
type Metadata = { readonly name: string; readonly unused?: '1' }

const isUnused = ({ customMetadata }: R2Object) => customMetadata?.unused === '1'

export const listSealedBodies: Handle<'GET /api/sealed-bodies', BodyDeps> = async (
  { after },
  _,
  deps,
) => {
  try {
    const page = await deps.env.MEDIA.list({
      prefix: sealedBodyPrefix,
      include: ['customMetadata'],
      ...(after === undefined ? {} : { startAfter: getSealedBodyKey(after) }),
    })
    const bodies = page.objects.map((object) => ({
      hash: object.key.slice(sealedBodyPrefix.length),
      unusedSince: isUnused(object) ? object.uploaded.toISOString() : null,
    }))
    return succeed({ bodies, next: page.truncated ? (bodies.at(-1)?.hash ?? null) : null })
  } catch (error) {
    return refuseStorage(deps, error)
  }
}

/** Each body must decrypt with the Worker's own keys, so that neither plain text nor unreadable bodies are stored. */
export const storeSealedBodies: Handle<'PUT /api/sealed-bodies', BodyDeps> = async (
  { bodies },
  _,
  deps,
) => {
  const keys = await deps.sealingKeys
  const checked: { readonly name: string; readonly sealed: Uint8Array<ArrayBuffer> }[] = []
  for (const { name, sealed: text } of bodies) {
    const sealed = Uint8Array.from(Buffer.from(text, 'base64'))
    if (!(await decryptSealedBody(name, sealed, keys))) {
      return refuse(
        'bad_request',
        `The body of ${name} can’t be opened with the Worker’s SEALING_KEYS. Build the site again with them.`,
      )
    }
    checked.push({ name, sealed })
  }
  try {
    // Stores existing bodies again, because they may be flagged as unused.
    await Promise.all(
      checked.map(async ({ name, sealed }) => {
        const customMetadata: Metadata = { name }
        await deps.env.MEDIA.put(getSealedBodyKey(await hashBody(sealed)), sealed, {
          customMetadata,
        })
      }),
    )
    return succeed(undefined)
  } catch (error) {
    return refuseStorage(deps, error)
  }
}

export const removeUnusedBodies: Handle<'POST /api/sealed-bodies/unused', BodyDeps> = async (
  { hashes },
  _,
  deps,
) => {
  try {
    const outcomes = await Promise.all(hashes.map((hash) => removeIfUnused(deps, hash)))
    const count = (outcome: string) => outcomes.filter((one) => one === outcome).length
    return succeed({ marked: count('marked'), deleted: count('deleted') })
  } catch (error) {
    return refuseStorage(deps, error)
  }
}

/** In milliseconds. */
const unusedFor = unusedBodyDays * 24 * 60 * 60 * 1000

async function removeIfUnused({ env, buildManifest, now }: BodyDeps, hash: string) {
  const key = getSealedBodyKey(hash)
  const object = await env.MEDIA.head(key)
  const name = object?.customMetadata?.name
  if (!object || name === undefined) return 'missing'
  // The caller may be wrong, but the live version must never lose a body.
  const live = await buildManifest.findSealedBody(name)
  const isUsed = live.kind === 'object' && live.hash === hash
  if (isUsed && !isUnused(object)) return 'used'
  if (!isUsed && isUnused(object)) {
    if (now().getTime() - object.uploaded.getTime() < unusedFor) return 'waiting'
    await env.MEDIA.delete(key)
    return 'deleted'
  }
  const body = await env.MEDIA.get(key)
  if (!body) return 'missing'
  const customMetadata: Metadata = isUsed ? { name } : { name, unused: '1' }
  await env.MEDIA.put(key, await body.arrayBuffer(), { customMetadata })
  return isUsed ? 'used' : 'marked'
}

const refuseStorage = (deps: BodyDeps, error: unknown) =>
  refuseUnavailable(deps, 'sealed_bodies_unavailable', {
    reason: getErrorName(error),
  })
