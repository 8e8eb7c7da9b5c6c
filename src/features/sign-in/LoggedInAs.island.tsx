import { useQuery } from '../../browser/use-query.ts'
import field from '../../ui/field.module.css'
import { $user } from '../session/user-store.ts'
import styles from './logged-in-as.module.css'

/** Reserves room for the name and the address until the server has answered. */
export default function LoggedInAs() {
  const { data: user, errorMessage } = useQuery($user)
  const name = user ? `${user.first_name} ${user.last_name}`.trim() : ''
  return (
    <div className={styles.reader}>
      {user && (
        <p>
          {name && <strong>{name}</strong>}
          <span translate="no">{user.email}</span>
        </p>
      )}
      {errorMessage && <p className={field.error}>{errorMessage}</p>}
    </div>
  )
}
