/** Newest first. The browser chooses, so the server doesn't learn a reader's preferences. */
import type { RecommendationCandidate } from '../../domain/recommendation.ts'
import type { LanguageAttributes } from '../../domain/text-language.ts'

export const recommendationCandidatesPath = '/recommendation-candidates.json'

export type CandidateStory = RecommendationCandidate & {
  readonly title: string
  /** Only if something differs from the page. */
  readonly titleAttributes?: LanguageAttributes | undefined
  /** In the order of `authors`. */
  readonly authorNames: readonly string[]
  /** Its id. */
  readonly image: string
}

export const authorNamesPath = '/author-names.json'
export type AuthorNames = Readonly<Record<string, string>>
