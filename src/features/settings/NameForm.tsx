import { track } from '../../browser/analytics.ts'
import { call } from '../../browser/api.ts'
import type { User } from '../../contracts/endpoints/account-endpoints.ts'
import ActionForm from '../../ui/ActionForm.tsx'
import NameFields from '../../ui/NameFields.tsx'

type Props = {
  readonly user: User
  /** Called with the user as stored by the server. */
  readonly onChanged: (user: User) => void
}

/** Both names are optional. */
export default function NameForm({ user, onChanged }: Props) {
  return (
    <ActionForm<'first_name' | 'last_name'>
      name="name"
      isMinor
      action={async (fields) => {
        const result = await call('PATCH /api/user', fields)
        if (!result.ok) return result.failure.message
        track('Account Updated', { field: 'name' })
        onChanged(result.value.response)
        return ''
      }}
      button="Save name"
      pendingButton="Saving…"
    >
      <NameFields values={user} />
    </ActionForm>
  )
}
