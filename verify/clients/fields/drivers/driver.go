package main

import (
	"encoding/json"
	"io"
	"os"

	"driver/plid"
)

func main() {
	input, output := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var one struct {
			Answer       map[string]any `json:"answer"`
			ClientSecret string         `json:"client_secret"`
		}
		if err := input.Decode(&one); err == io.EOF {
			return
		} else if err != nil {
			panic(err)
		}
		user, err := plid.ReadUser(one.Answer, one.ClientSecret)
		if err != nil {
			user = nil
		}
		output.Encode(user)
	}
}
