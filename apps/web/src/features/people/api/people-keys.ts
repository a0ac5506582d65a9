/** Every cached copy of a person lives under `all`, so that one change reaches each of them. */
export const peopleKeys = {
  all: ['people'],
  suggested: ['people', 'suggested'],
  requests: ['people', 'requests'],
} as const;
