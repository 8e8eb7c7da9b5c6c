/** Newest first. The browser chooses, so the server doesn't learn a reader's preferences. */
import type { RecommendationCandidate } from '../../domain/recommendation.ts'

export const recommendationCandidatesPath = '/recommendation-candidates.json'

export type CandidateStory = RecommendationCandidate & {
  readonly title: string
  /** In the order of `authors`. */
  readonly authorNames: readonly string[]
}

export const authorNamesPath = '/author-names.json'
export type AuthorNames = Readonly<Record<string, string>>
