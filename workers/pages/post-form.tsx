interface PostFormProps {
  title: string;
  text: string;
  /** Label of the button. */
  label: string;
  /** Target of the form. */
  action: string;
  /** Hidden fields. */
  fields?: Iterable<readonly [name: string, value: string]>;
}

/** A card with one button, which posts a form. */
export const PostForm = ({ title, text, label, action, fields = [] }: PostFormProps) => (
  <form method="post" action={action} class="card">
    <h1>{title}</h1>
    <p>{text}</p>
    {[...fields].map(([name, value]) => (
      <input type="hidden" name={name} value={value} key={name} />
    ))}
    <p class="actions">
      <button type="submit" class="button">
        {label}
      </button>
    </p>
  </form>
);
