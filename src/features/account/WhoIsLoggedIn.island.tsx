import { useQuery } from '../../browser/use-query.ts'
import field from '../../ui/field.module.css'
import { $user } from './user-store.ts'
import styles from './who-is-logged-in.module.css'

/** The reader's name and email; their room is reserved until the server has answered. */
export default function WhoIsLoggedIn() {
  const { data: user, problem } = useQuery($user)
  const name = user ? `${user.first_name} ${user.last_name}`.trim() : ''
  return (
    <div className={styles.who}>
      {user && (
        <p>
          {name && <strong>{name}</strong>}
          <span>{user.email}</span>
        </p>
      )}
      {problem && <p className={field.problem}>{problem}</p>}
    </div>
  )
}
