/** An address in a sentence. */
export default function EmailAddress({ email }: { email: string }) {
  return <strong translate="no">{email}</strong>
}
