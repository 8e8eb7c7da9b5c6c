import { useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { useQuery } from '../../browser/use-query.ts'
import { type Task, useTask } from '../../browser/use-task.ts'
import type { ProfileResponse } from '../../contracts/endpoints/profile-endpoints.ts'
import {
  handleLength,
  maxBioLength,
  maxProfileNameLength,
  maxRecommendations,
} from '../../domain/profile/profile-limits.ts'
import ActionForm, { useProblemId } from '../../ui/ActionForm.tsx'
import field from '../../ui/field.module.css'
import Section from '../../ui/Section.tsx'
import { $profile, saveProfile } from '../profile/profile-store.ts'
import ChoiceList from './ChoiceList.tsx'
import SettingRow from './SettingRow.tsx'
import styles from './settings.module.css'

/** The reader's public page, which is off until they turn it on. */
export default function PublicPage({ editorsEmail }: { editorsEmail: string }) {
  const { data: profile, errorMessage } = useQuery($profile)
  const [isSaved, setIsSaved] = useState(false)
  const saving = useTask()
  return (
    <div id="profile">
      <Section title="Public page">
        <SettingRow name="Your page" value={errorMessage || (profile ? describe(profile) : '…')}>
          {() =>
            profile && (
              <>
                <p className={styles.quiet}>
                  A page with your name, a few words about you, and up to {maxRecommendations}{' '}
                  stories that you recommend. Your email, your subscription and what you read aren’t
                  on it.
                </p>
                {profile.isHidden && (
                  <p className={styles.quiet}>
                    Our editors have hidden your page, so nobody can see it. Write to{' '}
                    <a href={`mailto:${editorsEmail}`} translate="no">
                      {editorsEmail}
                    </a>{' '}
                    if you have questions.
                  </p>
                )}
                <ProfileForm profile={profile} task={saving} onSaved={() => setIsSaved(true)} />
                <p className={styles.quiet} role="status">
                  {isSaved &&
                    !saving.isPending &&
                    !saving.problem &&
                    'Saved. Changes take up to a minute to appear on your page.'}
                </p>
                {profile.handle && (
                  <p className={styles.links}>
                    {isShown(profile) && <a href={`/reader/${profile.handle}`}>View your page</a>}
                    <a href="/saved">Choose stories to recommend</a>
                  </p>
                )}
              </>
            )
          }
        </SettingRow>
      </Section>
    </div>
  )
}

const isShown = ({ isPublic, isHidden }: ProfileResponse) => isPublic && !isHidden

function describe(profile: ProfileResponse): string {
  if (profile.isHidden) return 'Hidden by our editors'
  return isShown(profile) ? `/reader/${profile.handle}` : 'Off'
}

type Switch = 'isPublic' | 'isIndexed'

type ProfileFormProps = {
  readonly profile: ProfileResponse
  readonly task: Task
  readonly onSaved: () => void
}

function ProfileForm({ profile, task, onSaved }: ProfileFormProps) {
  const [isOn, setIsOn] = useState<Readonly<Record<Switch, boolean>>>(profile)
  const switches: readonly Switch[] = ['isPublic', 'isIndexed']
  return (
    <ActionForm<'handle' | 'name' | 'bio'>
      name="profile"
      task={task}
      isMinor
      className={styles.form}
      action={async ({ handle, name, bio }) => {
        const { isPublic, isIndexed } = isOn
        const problem = await saveProfile({ handle, name, bio, isPublic, isIndexed })
        if (problem) return problem
        track('Account Updated', { field: 'public page' })
        onSaved()
        return ''
      }}
      button="Save page"
      pendingButton="Saving…"
    >
      <ProfileFields profile={profile} />
      <ChoiceList
        title="Who can see your page"
        titleStyle="minor"
        name="visibility"
        kind="checkbox"
        choices={[
          {
            value: 'isPublic',
            label: 'Show my page',
            note: profile.canBePublic
              ? 'Anyone who has the address can see it.'
              : 'Confirm your email first.',
          },
          {
            value: 'isIndexed',
            label: 'Let search engines list it',
            note: 'If you turn this off, your page can stay in results for weeks.',
          },
        ]}
        chosen={switches.filter((name) => isOn[name])}
        isOpen
        onChoose={(name, isChosen) => setIsOn((before) => ({ ...before, [name]: isChosen }))}
      />
    </ActionForm>
  )
}

function ProfileFields({ profile }: { profile: ProfileResponse }) {
  const problemId = useProblemId()
  const { handle, name, bio } = profile
  return (
    <>
      <label className={field.field}>
        Address
        <span className={field.hint}>
          {handle
            ? `Your page is at /reader/${handle}. If you change the address, the old one will stop working.`
            : 'The last part of your page’s address: letters from a to z, digits and hyphens.'}
        </span>
        <input
          className={field.input}
          name="handle"
          defaultValue={handle ?? ''}
          minLength={handleLength.min}
          maxLength={handleLength.max}
          required
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={problemId}
        />
      </label>
      <label className={field.field}>
        Name
        <span className={field.hint}>It doesn’t have to be the name in your account.</span>
        <input
          className={field.input}
          name="name"
          defaultValue={name}
          maxLength={maxProfileNameLength}
          required
          autoComplete="off"
          aria-describedby={problemId}
        />
      </label>
      <label className={field.field}>
        About you
        <span className={field.hint}>Optional. Up to {maxBioLength} characters.</span>
        <textarea
          className={field.input}
          name="bio"
          defaultValue={bio}
          maxLength={maxBioLength}
          aria-describedby={problemId}
        />
      </label>
    </>
  )
}
