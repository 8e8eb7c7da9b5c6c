/** Shows a guest's wall once it's near the window. The script that shows the story loads after the unlock. */
import { hasStoryPass } from '../../browser/story-pass.ts'
import { getClosedPart, type OpenStory } from './closed-part.ts'

const openStory: OpenStory = async (...opened) => {
  const story = await import('./reader-story.ts').catch(() => null)
  return (await story?.openStory(...opened)) ?? false
}

export function startGuestWall() {
  if (!hasStoryPass()) getClosedPart(openStory).ask()
}
