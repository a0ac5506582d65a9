import type { TestApi } from '../api.ts';
import type { User } from '../factories/users.ts';

/** Requests of users, mostly about other users. Each returns the response with any status. */
export function createUserActions(api: TestApi) {
  const post = (by: User, path: string) => api.request.post(`/api${path}`).set(by.auth);
  const put = (by: User, path: string) => api.request.put(`/api${path}`).set(by.auth);
  const remove = (by: User, path: string) => api.request.delete(`/api${path}`).set(by.auth);
  const read = (by: User, path: string) => api.request.get(`/api${path}`).set(by.auth);
  return {
    post,
    put,
    remove,
    read,
    follow: (by: User, id: string) => post(by, `/users/${id}/follow-request`),
    unfollow: (by: User, id: string) => remove(by, `/users/${id}/follow`),
    block: (by: User, id: string) => post(by, `/users/${id}/block`),
    unblock: (by: User, id: string) => remove(by, `/users/${id}/block`),
    mute: (by: User, id: string) => post(by, `/users/${id}/mute`),
    approve: (by: User, requestId: string) =>
      post(by, `/users/follow-requests/${requestId}/approve`),
    reject: (by: User, requestId: string) => post(by, `/users/follow-requests/${requestId}/reject`),
    rename: (by: User, username: string) => put(by, '/users/me').send({ username }),
    profile: (by: User, idOrUsername: string) => read(by, `/users/${idOrUsername}`),

    /** The id of the pending follow request. */
    async requestId(from: User, to: User): Promise<string> {
      const { id } = await api.database.followRequest.findFirstOrThrow({
        where: { requesterId: from.id, targetId: to.id },
      });
      return id;
    },
  };
}
