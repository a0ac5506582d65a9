/** Why a form was refused, of no one field's doing. The notice beside has announced it already. */
export function FormProblem({ id, text }: { id: string; text: string | null }) {
  return (
    <p id={id} className="text-sm text-danger empty:hidden">
      {text}
    </p>
  );
}
