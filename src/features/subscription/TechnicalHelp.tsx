import { letterAddress } from '../../domain/letter.ts'
import control from '../../ui/control.module.css'
import styles from './leaving.module.css'

/** What goes wrong most, and what helps: each is true of this site as it is built. */
export default function TechnicalHelp({ desk, helpCentre }: { desk: string; helpCentre: string }) {
  return (
    <>
      <div className={styles.questions}>
        <details>
          <summary>Stories stay closed although I pay</summary>
          <p>
            You may be logged in by another address than the one that you pay with:{' '}
            <a href="/settings">your account</a> says which, and lets you log out. Right after a
            payment it takes a minute.
          </p>
        </details>
        <details>
          <summary>I am asked to log in again and again</summary>
          <p>
            A login lasts thirty days from your last visit, in a browser that keeps cookies. Private
            windows, and settings that clear cookies on closing, forget it.
          </p>
        </details>
        <details>
          <summary>A page looks old, or does not load</summary>
          <p>
            Without a network you see what this device has kept. With one again, reloading the page
            fetches the newest.
          </p>
        </details>
        <details>
          <summary>The text is too small, or too bright</summary>
          <p>
            <a href="/settings#reading">This device</a> has paper, light or dark, and text in three
            sizes. The choice is kept in this browser alone.
          </p>
        </details>
        <details>
          <summary>Letters do not arrive</summary>
          <p>
            Please look among the unwanted ones, and whether <a href="/settings">your account</a>{' '}
            has the right address.
          </p>
        </details>
      </div>
      <p className={styles.acts}>
        <a
          className={control.button}
          href={letterAddress({
            to: desk,
            subject: 'Something does not work',
            lines: ['What I did:', '', 'What I saw:', '', 'With which device and browser:', ''],
          })}
        >
          Write to us
        </a>
        <a className={control.button} href={helpCentre}>
          Help centre
        </a>
      </p>
    </>
  )
}
