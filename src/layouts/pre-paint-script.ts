/** Runs before the first paint; one script, so that the content security policy needs one hash for it. */
import './reader-hint-script.ts'
import './lazy-images-script.ts'
