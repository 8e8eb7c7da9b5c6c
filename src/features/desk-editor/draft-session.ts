/** Stores one text on the device and on the server (saving.ts decides when), until the page is closed. */
import { atom } from 'nanostores'
import { type ApiFailure, call } from '../../browser/api.ts'
import type { DraftContent } from '../../contracts/endpoints/document-endpoints.ts'
import { minute } from '../../domain/duration.ts'
import type { ManuscriptCollection } from '../../domain/publication.ts'
import type { ProblemFix } from './apply-fix.ts'
import { deleteDeviceText, storeDeviceText } from './device-texts.ts'
import { isSameContent, type KnownDocument } from './document-content.ts'
import {
  hasUnsaved,
  readSavingStatus,
  type Saving,
  type SavingEffect,
  type SavingEvent,
  type SavingProblem,
  startSaving,
  stepSaving,
} from './saving.ts'

/** Milliseconds after a keystroke until the text is stored on the device. */
const devicePause = 400

export type SavedProblem = {
  readonly field: readonly (string | number)[]
  readonly line?: number | undefined
  readonly message: string
  /** A fix for the text that was checked. */
  readonly fix?: ProblemFix
}

type Options = {
  readonly uid: string
  readonly writer: string
  readonly collection: ManuscriptCollection
  readonly slug: string
  readonly known: KnownDocument
  readonly read: () => DraftContent
  readonly onLoggedOut: () => void
  readonly onOutdated: () => void
  /** Called if another user has taken over the draft, perhaps before this page opened it. */
  readonly onTakenOver: () => void
}

export type DraftSession = ReturnType<typeof startDraftSession>

function classifyFailure({ code }: ApiFailure, { revision, base }: Saving): SavingProblem {
  switch (code) {
    case 'offline':
    case 'unreachable':
      return 'offline'
    case 'unavailable':
    case 'internal':
    case 'unknown':
    case 'too_many_requests':
      return 'unavailable'
    // The staff API returns “not found” to everybody else.
    case 'not_found':
    case 'signed_out':
      return 'signedOut'
    case 'outdated':
      return 'outdated'
    // The new story has been published since.
    case 'not_possible':
      return revision > 0 && base === null ? 'outdated' : 'refused'
    default:
      return 'refused'
  }
}

export function startDraftSession(options: Options) {
  const { uid, writer, collection, slug, read } = options
  const $saving = atom<Saving>(startSaving(options.known.revision, options.known.base))
  /** Problems at the last save, some of which only the server can find. */
  const $serverProblems = atom<readonly SavedProblem[]>([])
  const $refusal = atom('')
  /** Whether the device can't store the text. */
  const $isDeviceFull = atom(false)
  /** The content that the server has stored. */
  let stored = options.known.content
  let isEnded = false
  let waitTimer: ReturnType<typeof setTimeout> | undefined
  let deviceTimer: ReturnType<typeof setTimeout> | undefined
  /** Changes of the device’s copy, in the order of their calls. */
  let deviceWork: Promise<void> = Promise.resolve()

  function apply(event: SavingEvent) {
    const { saving, effect } = stepSaving($saving.get(), event)
    $saving.set(saving)
    if (effect) run(effect)
  }

  function run(effect: SavingEffect) {
    clearTimeout(waitTimer)
    switch (effect.kind) {
      case 'wait':
        waitTimer = setTimeout(() => apply({ kind: 'due' }), effect.milliseconds)
        return
      case 'send':
        return void send()
      case 'askToLogIn':
        return options.onLoggedOut()
      case 'compare':
        return options.onOutdated()
    }
  }

  async function send() {
    const content = read()
    const { revision, base } = $saving.get()
    const saved = await call('PUT /api/desk/documents/:collection/:slug/draft', {
      collection,
      slug,
      ...content,
      revision,
      base,
    })
    if (!saved.ok) {
      $refusal.set(saved.failure.message)
      return apply({ kind: 'failed', problem: classifyFailure(saved.failure, $saving.get()) })
    }
    stored = content
    $serverProblems.set(saved.value.problems)
    apply({ kind: 'stored', revision: saved.value.revision })
    if (!hasUnsaved($saving.get())) eraseFromDevice()
    const { takenOverBy } = saved.value
    if (takenOverBy !== null && takenOverBy !== uid) options.onTakenOver()
  }

  function queueDeviceWork(work: () => Promise<void>) {
    deviceWork = deviceWork.then(work).then(
      () => $isDeviceFull.set(false),
      () => {
        $isDeviceFull.set(true)
        // Only the server can still store the text.
        apply({ kind: 'due' })
      },
    )
    return deviceWork
  }

  const eraseFromDevice = () => queueDeviceWork(() => deleteDeviceText(writer))

  function keepOnDevice() {
    clearTimeout(deviceTimer)
    deviceTimer = undefined
    if (isEnded) return
    const content = read()
    if (isSameContent(content, stored)) {
      apply({ kind: 'reverted' })
      if (!hasUnsaved($saving.get())) return eraseFromDevice()
    }
    const { revision, base } = $saving.get()
    const document = `${collection}/${slug}`
    const at = new Date()
    return queueDeviceWork(() =>
      storeDeviceText({ writer, uid, document, revision, base, content, at }),
    )
  }

  function change() {
    apply({ kind: 'changed', at: Date.now() })
    deviceTimer ??= setTimeout(keepOnDevice, devicePause)
  }

  const resume = () => apply({ kind: 'resumed' })

  /** Stores the text on the device and on the server, because the page may be about to close. */
  function keepEverywhere() {
    if (isEnded || !hasUnsaved($saving.get())) return
    void keepOnDevice()
    apply({ kind: 'due' })
  }

  addEventListener('online', resume)
  addEventListener('pagehide', keepEverywhere)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) keepEverywhere()
  })
  addEventListener('beforeunload', (event) => {
    // Text on the device is offered when the document is opened again.
    if (hasUnsaved($saving.get()) && $isDeviceFull.get()) event.preventDefault()
  })

  return {
    $saving,
    $serverProblems,
    $refusal,
    $isDeviceFull,
    getStored: () => stored,
    change,
    resume,
    /** Ends the session: nothing is stored any more. */
    end() {
      isEnded = true
    },
    keepOnDevice,
    saveNow: () => apply({ kind: 'due' }),
    /** Continues from another state of the server, whose text must already be in the editor. */
    rebase({ revision, base, content }: KnownDocument) {
      stored = content
      const isStored = isSameContent(read(), content)
      apply({ kind: 'rebased', revision, base, isStored })
      void keepOnDevice()
    },
    /**
     * Resolves to true once the server has stored everything, or to false if it can't. A new document is stored even
     * if the user has changed nothing in it.
     */
    async saveAll(): Promise<boolean> {
      if (readSavingStatus($saving.get()) === 'new') change()
      if (!hasUnsaved($saving.get())) return true
      if ($saving.get().problem === 'outdated') {
        options.onOutdated()
        return false
      }
      return new Promise((resolve) => {
        const timeout = setTimeout(finish, minute, false)
        const stop = $saving.listen((saving) => {
          if (!hasUnsaved(saving)) return finish(true)
          // Text typed during the request is sent immediately.
          if (saving.problem !== null && saving.sending === null) finish(false)
          else if (saving.sending === null) queueMicrotask(() => apply({ kind: 'due' }))
        })
        function finish(isSaved: boolean) {
          clearTimeout(timeout)
          stop()
          resolve(isSaved)
        }
        apply({ kind: 'resumed' })
      })
    },
  }
}
