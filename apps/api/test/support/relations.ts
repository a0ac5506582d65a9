import type { TestApi } from './api.ts';
import type { Person } from './people.ts';

/** What a person does to another, over HTTP; each gives the answer, whatever it is. */
export function createActs(api: TestApi) {
  const post = (by: Person, path: string) => api.request.post(`/api${path}`).set(by.auth);
  const remove = (by: Person, path: string) => api.request.delete(`/api${path}`).set(by.auth);
  const read = (by: Person, path: string) => api.request.get(`/api${path}`).set(by.auth);
  return {
    post,
    remove,
    read,
    follow: (by: Person, id: string) => post(by, `/users/${id}/follow-request`),
    unfollow: (by: Person, id: string) => remove(by, `/users/${id}/follow`),
    block: (by: Person, id: string) => post(by, `/users/${id}/block`),
    unblock: (by: Person, id: string) => remove(by, `/users/${id}/block`),
    mute: (by: Person, id: string) => post(by, `/users/${id}/mute`),
    approve: (by: Person, requestId: string) =>
      post(by, `/users/follow-requests/${requestId}/approve`),
    reject: (by: Person, requestId: string) =>
      post(by, `/users/follow-requests/${requestId}/reject`),
    profile: (by: Person, idOrUsername: string) => read(by, `/users/${idOrUsername}`),

    /** The id of the latest request that one sent to another. */
    async requestId(from: Person, to: Person): Promise<string> {
      const { id } = await api.database.followRequest.findUniqueOrThrow({
        where: { requesterId_targetId: { requesterId: from.id, targetId: to.id } },
      });
      return id;
    },
  };
}
