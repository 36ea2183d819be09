import { PostButton } from './button.tsx';

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
export const PostForm = ({ title, text, ...form }: PostFormProps) => (
  <section class="card">
    <h1>{title}</h1>
    <p>{text}</p>
    <PostButton {...form} />
  </section>
);
