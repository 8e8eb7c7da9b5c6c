/** What readers tell us about their reading, and whether The Weekly goes to them. */
import {
  type PreferencesResponse,
  preferencesChangeSchema,
} from '../../src/contracts/preferences.ts'
import {
  type Answers,
  changeAnswers,
  followsTooMany,
  writersAtMost,
} from '../../src/domain/answers.ts'
import type { Preferences } from '../../src/domain/preferences.ts'
import type { Reader } from '../../src/domain/reader.ts'
import { succeed } from '../../src/domain/result.ts'
import { type EdgeContext, withReader } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { isWeeklyWanted, weeklyAsked } from '../newsletter/account-list.ts'
import { forgetHistory } from '../reading/history.ts'
import { changeReader } from './records.ts'

/** Costs three database reads. */
export function preferences(context: EdgeContext): Promise<Response> {
  return withReader(context, ({ reader }) => tell(context, reader))
}

export function changePreferences(context: EdgeContext): Promise<Response> {
  const { firestore, now, log } = context.var.services
  return withReader(context, async ({ uid }) => {
    const request = preferencesChangeSchema.safeParse(await context.req.json().catch(() => null))
    if (!request.success) return errorResponse('bad_request')
    const change = request.data
    let isTooMuch = false
    let isLeaving = false
    const at = now()
    const changed = await changeReader(
      firestore,
      uid,
      (reader) => {
        const answers = changeAnswers(answersOf(reader), change)
        isTooMuch = followsTooMany(answers)
        // Since the session was looked at: nothing comes onto a list of somebody who is forgotten.
        isLeaving = reader.leavingAt !== null
        return isTooMuch || isLeaving ? null : recordOf(answers, reader, at)
      },
      async ({ email, emailVerified }) => {
        const wanted = change.weekly?.wanted
        if (wanted === undefined) return succeed([])
        const consent = {
          consentedAt: at,
          ip: (context.req.header('CF-Connecting-IP') ?? '').slice(0, 45),
          userAgent: (context.req.header('User-Agent') ?? '').slice(0, 512),
        }
        return weeklyAsked(firestore, { uid, email, emailVerified }, wanted, consent)
      },
    )
    if (!changed.ok) {
      log('preferences_not_changed', { kind: changed.failure.kind })
      return errorResponse('unavailable')
    }
    // Nothing is kept any more by whoever takes back that it may be; asked again, the rest goes.
    const forgotten =
      change.keepsHistory === false
        ? await forgetHistory(context.var.services, uid)
        : succeed(undefined)
    if (!forgotten.ok) {
      log('history_not_forgotten', { kind: forgotten.failure.kind })
      return errorResponse('unavailable')
    }
    if (isLeaving) return errorResponse('signed_out')
    if (isTooMuch) {
      const message = `You follow ${writersAtMost} writers already, which is as many as we can keep.`
      return errorResponse('bad_request', { message })
    }
    return tell(context, changed.value)
  })
}

function answersOf({ preferences, welcome, weekly }: Reader): Answers {
  const { step, finishedAt } = welcome
  return { ...preferences, welcome: { step, finished: finishedAt !== null }, weekly }
}

function recordOf(
  { welcome, weekly, ...likings }: Answers,
  before: Reader,
  at: Date,
): Pick<Reader, 'preferences' | 'welcome' | 'weekly'> {
  const finishedAt = welcome.finished ? (before.welcome.finishedAt ?? at) : null
  return {
    // The same fields; only that lists of a record may be changed, and answers are not.
    preferences: likings as Preferences,
    welcome: { step: welcome.step, finishedAt },
    weekly,
  }
}

async function tell(context: EdgeContext, reader: Reader): Promise<Response> {
  const { firestore, log } = context.var.services
  const wanted = await isWeeklyWanted(firestore, reader)
  if (!wanted.ok) {
    log('weekly_unknown', { kind: wanted.failure.kind })
    return errorResponse('unavailable')
  }
  const { email, emailVerified: verified } = reader
  const answers = answersOf(reader)
  const body = {
    ...answers,
    weekly: { ...answers.weekly, wanted: wanted.value },
    address: { email, verified },
  } as PreferencesResponse
  return context.json(body)
}
